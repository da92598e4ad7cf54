import { foldEmail } from '@nashta/contracts/account/checks'
import { foldWords } from '@nashta/contracts/catalogue/fold-text'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { ERASED_USER_PREFIX } from '../order-state.ts'
import type { OrderRecord } from '../purchase-store.ts'

/**
 * A search finds only the first words of a name. This bounds the storage: each word of each order
 * takes one row.
 */
const WORDS_MAX = 4
const WORD_LENGTH_MAX = 40
/** The digits of a phone number in India without the country code. */
const PHONE_DIGITS = 10
/** Fewer digits are no phone number. */
const PHONE_DIGITS_MIN = 6

/** Shorter texts find only whole words. */
const PREFIX_MIN = 2

// A purchase id has 26 digits and letters without I, L, O and U. It ends with the order number.
const PURCHASE_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const ORDER_NUMBER = /^[0-9A-HJKMNP-TV-Z]{8}$/
const ORDER_NUMBER_PREFIX = /^[0-9A-HJKMNP-TV-Z]{2,7}$/
/** The digits after a 0 or 91. A single digit there would find too many orders. */
const PHONE_AFTER_CODE = /^(?:0|91)(\d{2,})$/
/** Digits with the spaces and signs that people write between them. */
const PHONE = /^[\d\s()+-]+$/

export type SearchedOrder = Pick<OrderRecord, 'purchaseId' | 'userId' | 'email' | 'shippingAddress'>

/** The terms by which a search finds the person of an order. None after the person was erased. */
export function personTerms({ userId, email, shippingAddress }: SearchedOrder): string[] {
  if (userId.startsWith(ERASED_USER_PREFIX)) return []
  const phone = phoneTerm(shippingAddress.phoneNumber)
  return [
    ...wordTerms(shippingAddress.fullName).slice(0, WORDS_MAX),
    ...(phone === null ? [] : [phone]),
    ...(email === null ? [] : [emailTerm(email)]),
  ]
}

/** The text is a purchase id or the order number, which is the end of the id. */
export function numberTerm(idOrNumber: string) {
  return `number:${orderNumber(idOrNumber)}`
}

/**
 * Returns the possible interpretations of a search text. Eight letters, for example, may be an
 * order number or a name. Each interpretation is a list of terms, and an order must have all of
 * them. Empty when the text has no term.
 */
export function parseSearch(text: string): string[][] {
  const trimmed = text.trim().replace(/^#/, '')
  if (trimmed.includes('@')) return [[emailTerm(trimmed)]]
  const upper = trimmed.toUpperCase()
  if (PURCHASE_ID.test(upper)) return [[numberTerm(upper)]]
  const number = ORDER_NUMBER.test(upper) ? [[numberTerm(upper)]] : []
  const phone = PHONE.test(trimmed) ? phoneTerm(trimmed) : null
  const words = wordTerms(trimmed).slice(0, WORDS_MAX)
  const person = phone === null ? words : [phone]
  return [...number, ...(person.length > 0 ? [person] : [])]
}

/**
 * As `parseSearch`, but each interpretation is a list of prefixes of terms. A search uses them when
 * no order has the whole words. `withEmail` allows the interpretation as an e-mail address.
 */
export function parsePrefixes(text: string, { withEmail }: { withEmail: boolean }): string[][] {
  const trimmed = text.trim().replace(/^#/, '')
  if (trimmed.length < PREFIX_MIN) return []
  const email = withEmail && !/\s/.test(trimmed) ? [[emailTerm(trimmed)]] : []
  if (trimmed.includes('@')) return email
  const upper = trimmed.toUpperCase()
  const number = ORDER_NUMBER_PREFIX.test(upper) ? [[`number:${upper}`]] : []
  const phone = PHONE.test(trimmed) ? phonePrefixes(trimmed).map((prefix) => [prefix]) : []
  const words = wordTerms(trimmed).slice(0, WORDS_MAX)
  return [...number, ...phone, ...(words.length > 0 ? [words] : []), ...email]
}

/** True if one interpretation fits: each of its prefixes begins one of the order's terms. */
export function hasPrefixes(order: SearchedOrder, interpretations: readonly (readonly string[])[]): boolean {
  const terms = [...personTerms(order), numberTerm(order.purchaseId)]
  return interpretations.some((interpretation) =>
    interpretation.every((prefix) => terms.some((term) => term.startsWith(prefix))),
  )
}

export function hasTerms(order: SearchedOrder, terms: readonly string[]): boolean {
  const found = new Set([...personTerms(order), numberTerm(order.purchaseId)])
  return terms.every((term) => found.has(term))
}

function wordTerms(text: string) {
  return [...new Set(foldWords(text).map((word) => `word:${word.slice(0, WORD_LENGTH_MAX)}`))]
}

function phoneTerm(text: string) {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length < PHONE_DIGITS_MIN ? null : `phone:${digits.slice(-PHONE_DIGITS)}`
}

/**
 * The terms of orders contain phone numbers without a leading 0 and without the country code. A
 * typed `+91` is always the country code. A typed `0` or `91` may also be the first digits of the
 * number itself, so both meanings are returned.
 */
function phonePrefixes(text: string) {
  const digits = text.replace(/^\+91/, '').replaceAll(/\D/g, '')
  const afterCode = text.startsWith('+') ? '' : (PHONE_AFTER_CODE.exec(digits)?.[1] ?? '')
  return [digits, afterCode].filter((prefix) => prefix !== '').map((prefix) => `phone:${prefix}`)
}

function emailTerm(email: string) {
  return `email:${foldEmail(email.trim())}`
}
