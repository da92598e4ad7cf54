import { ServiceError } from '@nashta/service-kit/service-error'

/** Crockford's base32: digits and letters without I, L, O and U, which are easy to misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16
export const PURCHASE_ID_LENGTH = TIME_LENGTH + RANDOM_LENGTH
export const ID_PREFIX = new RegExp(`^[${ALPHABET}]{${TIME_LENGTH}}$`)
const PURCHASE_ID = new RegExp(`^[${ALPHABET}]{${PURCHASE_ID_LENGTH}}$`)

/**
 * Makes a ULID: ids sort by time and end in 80 random bits. The last eight characters of an id are
 * the order number.
 */
export function newPurchaseId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  let id = idPrefixOf(now)
  for (const byte of randomBytes(RANDOM_LENGTH)) id += ALPHABET.charAt(byte % 32)
  return id
}

/**
 * Returns the first ten characters of the ids of all orders that were placed at this time. Ids of
 * earlier orders sort before this prefix. All other ids sort after the prefix.
 */
export function idPrefixOf(at: Date): string {
  let time = at.getTime()
  let text = ''
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  return text
}

export function isPurchaseId(text: string) {
  return PURCHASE_ID.test(text)
}

/** Refuses a text that is no cursor. A cursor is the id of the last order of the previous page. */
export function parseCursor(cursor: string | undefined) {
  if (cursor === undefined || isPurchaseId(cursor)) return cursor
  throw invalidCursor()
}

export function invalidCursor() {
  return new ServiceError('VALIDATION_FAILED', 'query.cursor: must come from the page before')
}

/** The time that an id begins with. */
export function timeOfId(purchaseId: string): Date {
  const digits = Array.from(purchaseId.slice(0, TIME_LENGTH), (character) => ALPHABET.indexOf(character))
  return new Date(digits.reduce((time, digit) => time * 32 + digit, 0))
}
