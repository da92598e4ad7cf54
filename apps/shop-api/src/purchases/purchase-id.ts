const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16

/**
 * A ULID: sorts by time, ends in eighty random bits. The last eight characters, which people read as the
 * order number, are random throughout.
 */
export function newPurchaseId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  let time = now.getTime()
  let prefix = ''
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    prefix = ALPHABET.charAt(time % 32) + prefix
    time = Math.floor(time / 32)
  }
  let id = prefix
  for (const byte of randomBytes(RANDOM_LENGTH)) id += ALPHABET.charAt(byte % 32)
  return id
}
