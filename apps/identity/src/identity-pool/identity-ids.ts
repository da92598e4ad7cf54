import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const HALF_BYTES = 8

export type IdentityIds = {
  guest: () => string
  isGuest: (id: string) => boolean
  /** Always the same id for the same user. */
  ofUser: (sub: string) => string
}

/** Ids carry their own proof (an HMAC), so that guests need no storage. */
export function createIdentityIds(key: Buffer, region: string): IdentityIds {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  const toId = (bytes: Buffer) => `${region}:${toGuid(bytes)}`
  const guestOf = (half: Buffer) =>
    toId(Buffer.concat([half, mac(`guest:${half.toString('hex')}`).subarray(0, HALF_BYTES)]))

  return {
    guest: () => guestOf(randomBytes(HALF_BYTES)),
    isGuest(id) {
      const half = Buffer.from(id.slice(region.length + 1).replaceAll('-', ''), 'hex').subarray(0, HALF_BYTES)
      const expected = Buffer.from(guestOf(half))
      const given = Buffer.from(id)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    ofUser: (sub) => toId(mac(`user:${sub}`).subarray(0, 2 * HALF_BYTES)),
  }
}

function toGuid(bytes: Buffer) {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
