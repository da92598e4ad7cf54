import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Half of the 16 bytes of a GUID. */
const HALF_BYTES = 8

export type IdentityIds = {
  newGuestId: () => string
  isGuestId: (id: string) => boolean
  /** Always the same id for the same user. */
  idOfUser: (sub: string) => string
}

/**
 * An identity id is the region and a GUID. In the id of a guest, the first half of the GUID is
 * random and the second half is an HMAC of the first. The HMAC proves that this pool issued the id,
 * so ids of guests need not be stored.
 */
export function createIdentityIds(key: Buffer, region: string): IdentityIds {
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest()
  const toId = (bytes: Buffer) => `${region}:${toGuid(bytes)}`
  const guestId = (random: Buffer) => {
    const proof = hmac(`guest:${random.toString('hex')}`).subarray(0, HALF_BYTES)
    return toId(Buffer.concat([random, proof]))
  }

  return {
    newGuestId: () => guestId(randomBytes(HALF_BYTES)),
    isGuestId(id) {
      const guid = id.slice(`${region}:`.length)
      const bytes = Buffer.from(guid.replaceAll('-', ''), 'hex')
      const expected = Buffer.from(guestId(bytes.subarray(0, HALF_BYTES)))
      const given = Buffer.from(id)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    idOfUser: (sub) => toId(hmac(`user:${sub}`).subarray(0, 2 * HALF_BYTES)),
  }
}

function toGuid(bytes: Buffer) {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
