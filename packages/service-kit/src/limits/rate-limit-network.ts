import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Whom an address belongs to: itself, or for IPv6 its /64, of which every household has a whole one. */
export function networkOf(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address

  const [head = '', tail] = address.split('::')
  const before = head.split(':')
  const after = tail?.split(':') ?? []
  const between = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(between).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}
