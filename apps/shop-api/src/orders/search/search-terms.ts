import { foldEmail } from '@nashta/contracts/account/checks'
import { foldWords } from '@nashta/contracts/catalogue/fold-text'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { digitsOf, phoneNumberIn, phoneNumbersIn, withWesternDigits } from '@nashta/contracts/orders/phone'
import { isErased } from '../order/order-state.ts'
import type { OrderRecord } from '../order/purchase-store.ts'

/*
 * An order is found by its terms: `word:asha`, `phone:9812345678`, `phoneEnd:8765432189`,
 * `email:asha@example.com` and `number:7K3M9QXZ`. The term `phoneEnd` has the digits of the phone
 * number from the last to the first, so the last digits of a number are a prefix of the term.
 */

/** Only the first words of a text become terms, because each term of each order takes a row. */
const WORD_TERMS_MAX = 4
/** Longer words are cut. */
const WORD_LENGTH_MAX = 40
/** Each phone number is two terms of the order. */
const PHONES_MAX = 2
/** A text with fewer digits is no phone number. */
const PHONE_DIGITS_MIN = 6
/** Fewer last digits would find too many orders. */
const LAST_DIGITS_MIN = 4

/** A shorter search text, such as `a`, finds only whole terms. */
const PREFIX_MIN = 2

// A purchase id has 26 digits and letters without I, L, O and U. It ends with the order number.
const PURCHASE_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const ORDER_NUMBER = /^[0-9A-HJKMNP-TV-Z]{8}$/
const ORDER_NUMBER_PREFIX = /^[0-9A-HJKMNP-TV-Z]{2,7}$/
/** Digits with the spaces and signs that people write between them. */
const PHONE = /^[\d\s()+-]+$/
/** A 0 or the country code 91, then at least two digits. One digit would find too many orders. */
const PHONE_WITH_CODE = /^(?:0|91)(\d{2,})$/

export type SearchedOrder = Pick<OrderRecord, 'purchaseId' | 'userId' | 'email' | 'shippingAddress'>

/** The terms that contain personal data. Empty for an order whose shopper was erased. */
export function personTerms(order: SearchedOrder): string[] {
  if (isErased(order)) return []
  const { email, shippingAddress } = order
  const terms = wordTerms(shippingAddress.fullName)
  for (const number of phoneNumbersIn(shippingAddress.phoneNumber).slice(0, PHONES_MAX))
    if (number.length >= PHONE_DIGITS_MIN) terms.push(phoneTerm(number), phoneEndTerm(number))
  if (email !== null) terms.push(emailTerm(email))
  return terms
}

/**
 * What an edit changes of an order's terms: the ones to remove, and all that the order has now. Null for any
 * other change, because only an edit changes the fields that terms are made from.
 */
export function editedTerms(
  before: OrderRecord,
  after: OrderRecord,
  termsOf: (order: OrderRecord) => string[],
): { removed: string[]; current: string[] } | null {
  if (before.edits === after.edits) return null
  const current = termsOf(after)
  return { removed: termsOf(before).filter((term) => !current.includes(term)), current }
}

/** Accepts an order number, or a purchase id, which ends with the order number. */
export function numberTerm(idOrNumber: string) {
  return `number:${orderNumber(idOrNumber)}`
}

/**
 * Returns the possible interpretations of a search text. Each interpretation is a list of terms,
 * and an order must have all of them. For example, `Bharatha` may be an order number or a name:
 * `number:BHARATHA` or `word:bharatha`.
 */
export function parseSearch(text: string): string[][] {
  const trimmed = withWesternDigits(text).trim().replace(/^#\s*/, '')
  if (trimmed.includes('@')) return [[emailTerm(trimmed)]]
  const upper = trimmed.toUpperCase()
  if (PURCHASE_ID.test(upper)) return [[numberTerm(upper)]]
  const number = ORDER_NUMBER.test(upper) ? [numberTerm(upper)] : []
  const digits = PHONE.test(trimmed) ? digitsOf(trimmed) : ''
  const person = digits.length < PHONE_DIGITS_MIN ? wordTerms(trimmed) : [phoneTerm(phoneNumberIn(digits))]
  return [number, person].filter(isNotEmpty)
}

type PrefixOptions = {
  /** Whether the text may be the beginning of an e-mail address. */
  withEmail: boolean
}

/**
 * Returns the possible interpretations of a search text whose words are not complete. Each
 * interpretation is a list of prefixes, and an order must have a term for every prefix. For
 * example, the text `ra` has the prefix `word:ra`, which finds the term `word:ravi`.
 */
export function parsePrefixes(text: string, { withEmail }: PrefixOptions): string[][] {
  const trimmed = withWesternDigits(text).trim().replace(/^#\s*/, '')
  if (trimmed.length < PREFIX_MIN) return []
  const email = withEmail && !/\s/.test(trimmed) ? [emailTerm(trimmed)] : []
  if (trimmed.includes('@')) return [email].filter(isNotEmpty)
  const upper = trimmed.toUpperCase()
  const number = ORDER_NUMBER_PREFIX.test(upper) ? [`number:${upper}`] : []
  const phones = PHONE.test(trimmed)
    ? phoneBeginnings(trimmed).map((beginning) => [`phone:${beginning}`])
    : []
  const digits = PHONE.test(trimmed) ? digitsOf(trimmed) : ''
  const phoneEnd = digits.length < LAST_DIGITS_MIN ? [] : [phoneEndTerm(phoneNumberIn(digits))]
  return [number, ...phones, phoneEnd, wordTerms(trimmed), email].filter(isNotEmpty)
}

/** Whether the order has, for at least one interpretation, a term for every prefix. */
export function hasPrefixes(order: SearchedOrder, interpretations: readonly (readonly string[])[]): boolean {
  const terms = searchedTerms(order)
  const hasTermWith = (prefix: string) => terms.some((term) => term.startsWith(prefix))
  return interpretations.some((prefixes) => prefixes.every(hasTermWith))
}

/** Whether the order has all of these terms. */
export function hasTerms(order: SearchedOrder, wanted: readonly string[]): boolean {
  const terms = searchedTerms(order)
  return wanted.every((term) => terms.includes(term))
}

function searchedTerms(order: SearchedOrder) {
  return [...personTerms(order), numberTerm(order.purchaseId)]
}

function wordTerms(text: string) {
  const terms = foldWords(text).map((word) => `word:${word.slice(0, WORD_LENGTH_MAX)}`)
  return [...new Set(terms)].slice(0, WORD_TERMS_MAX)
}

/** `number` is one of `phoneNumbersIn`. */
function phoneTerm(number: string) {
  return `phone:${number}`
}

function phoneEndTerm(number: string) {
  return `phoneEnd:${Array.from(number).toReversed().join('')}`
}

/**
 * Returns the digits with which a phone term may begin. A phone term has the last 10 digits of a
 * phone number, so normally neither the country code nor a leading 0.
 *
 * - `+91 98` gives 98, because 91 after a plus sign is the country code.
 * - `9198` gives 9198 and 98, because the term of 919812345678 begins with 98.
 * - `098` gives 098 and 98, because the term of 09812345678 begins with 98.
 */
function phoneBeginnings(text: string): string[] {
  const digits = digitsOf(text.replace(/^\+91/, ''))
  if (digits === '') return []
  if (text.startsWith('+')) return [digits]
  const [, afterCode] = PHONE_WITH_CODE.exec(digits) ?? []
  return afterCode === undefined ? [digits] : [digits, afterCode]
}

function emailTerm(email: string) {
  return `email:${foldEmail(email.trim())}`
}

function isNotEmpty(list: readonly string[]) {
  return list.length > 0
}
