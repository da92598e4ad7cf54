import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** `203.0.113.7:4711`, as some proxies write the address of a client. */
const IPV4_WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/
/** `[2001:db8::9]:4711` or `[2001:db8::9]`. */
const IPV6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/
/** The zone id of an IPv6 address, such as `%eth0`. It names an interface of one machine. */
const ZONE_ID = /%.*$/
/** The last four bytes of an IPv6 address may be written as an IPv4 address. */
const DOTTED_END = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** An IPv6 address of this beginning is an IPv4 address: `::ffff:203.0.113.7`. */
const MAPPED_IPV4_START = '0:0:0:0:0:ffff:'

/**
 * The address without its port, brackets and zone id. An IPv4 address that is written as an IPv6
 * address becomes an IPv4 address, and every spelling of an IPv6 address becomes the same one. A
 * text that is no address stays as it is.
 */
function normaliseAddress(text: string): string {
  const bare = IPV4_WITH_PORT.exec(text)?.[1] ?? IPV6_IN_BRACKETS.exec(text)?.[1] ?? text
  if (isIPv4(bare)) return bare
  const address = bare.replace(ZONE_ID, '')
  if (!isIPv6(address)) return text
  const groups = groupsOf(address)
  const normalised = groups.map((group) => group.toString(16)).join(':')
  if (!normalised.startsWith(MAPPED_IPV4_START)) return normalised
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hexOnly = address.replace(DOTTED_END, (_dotted, a, b, c, d) => `${hexOf(a, b)}:${hexOf(c, d)}`)
  // `::` stands for as many groups of zeros as are missing.
  const [start = '', end] = hexOnly.split('::')
  const startGroups = start.split(':')
  const endGroups = end?.split(':') ?? []
  const zeroCount = end === undefined ? 0 : 8 - startGroups.length - endGroups.length
  const groups = [...startGroups, ...Array<string>(zeroCount).fill('0'), ...endGroups]
  // An empty group, as before the `::` of `::1`, is zero.
  return groups.map((group) => Number.parseInt(group || '0', 16))
}

function hexOf(high: string, low: string) {
  return (Number(high) * 256 + Number(low)).toString(16)
}

/** The networks by which the requests of one address are counted. */
export type Networks = {
  /** The whole of an IPv4 address; the first 64 bits of an IPv6 address, which a household has. */
  narrow: string
  /**
   * The first 48 bits of an IPv6 address. An organisation or a customer of a tunnel has them, and
   * so 65,536 narrow networks. Null for an IPv4 address.
   */
  wide: string | null
}

/**
 * How many times the limit of a narrow network is allowed to its wide network. A mobile carrier has
 * thousands of customers in one wide network, and an attacker may own a whole one.
 */
export const WIDE_NETWORK_FACTOR = 16

/** For example, `2001:db8::9` has the networks `2001:db8:0:0` and `2001:db8:0`. */
export function networksOf(address: string): Networks {
  const normalised = normaliseAddress(address)
  // Most addresses are IPv4, and that test is the cheaper one.
  if (isIPv4(normalised) || !isIPv6(normalised)) return { narrow: normalised, wide: null }
  const groups = normalised.split(':')
  return { narrow: groups.slice(0, 4).join(':'), wide: groups.slice(0, 3).join(':') }
}

/** Returns a test whether an address is one of these addresses or networks, such as `10.0.0.0/8`. */
export function createAddressTest(networks: readonly string[]) {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (text: string | undefined) => {
    const address = normaliseAddress(text ?? '')
    // `check` throws for a text that is no address.
    return isIP(address) !== 0 && list.check(address, familyOf(address))
  }
}

function familyOf(address: string) {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
