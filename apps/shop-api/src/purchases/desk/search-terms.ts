import { foldEmail } from '@nashta/contracts/account/checks'
import { foldWords } from '@nashta/contracts/catalogue/fold-text'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { ERASED_USER_PREFIX } from '../order-state.ts'
import type { OrderRecord } from '../purchase-store.ts'

/** More words of a name are not found: each is stored for each order. */
const WORDS_MAX = 4
const WORD_LENGTH_MAX = 40
/** The digits of a phone number in India without the country code. */
const PHONE_DIGITS = 10
const PHONE_DIGITS_MIN = 6

/** A shorter text is looked for as a whole word only. */
const BEGINNING_MIN = 2

const PURCHASE_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const ORDER_NUMBER = /^[0-9A-HJKMNP-TV-Z]{8}$/
const ORDER_NUMBER_BEGINNING = /^[0-9A-HJKMNP-TV-Z]{2,7}$/
const PHONE = /^[\d\s()+-]+$/

export type SearchedOrder = Pick<OrderRecord, 'purchaseId' | 'userId' | 'email' | 'shippingAddress'>

/** What a search finds an order by, and what an erasure removes. */
export function personTerms({ userId, email, shippingAddress }: SearchedOrder): string[] {
  if (userId.startsWith(ERASED_USER_PREFIX)) return []
  const phone = phoneTerm(shippingAddress.phoneNumber)
  return [
    ...wordTerms(shippingAddress.fullName).slice(0, WORDS_MAX),
    ...(phone === null ? [] : [phone]),
    ...(email === null ? [] : [emailTerm(email)]),
  ]
}

export function numberTerm(purchaseId: string) {
  return `number:${orderNumber(purchaseId)}`
}

/**
 * The terms that an order must have, in several readings of the text: eight letters may be an order number or a name.
 * An order is found when it has all terms of one reading. Empty when the text says nothing.
 */
export function readSearch(text: string): string[][] {
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
 * The beginnings of terms that an order must have, in several readings like those of `readSearch`. A search looks for
 * them when no order has the whole words.
 */
export function readBeginnings(text: string, { withEmail }: { withEmail: boolean }): string[][] {
  const trimmed = text.trim().replace(/^#/, '')
  if (trimmed.length < BEGINNING_MIN) return []
  const email = withEmail && !/\s/.test(trimmed) ? [[emailTerm(trimmed)]] : []
  if (trimmed.includes('@')) return email
  const upper = trimmed.toUpperCase()
  const number = ORDER_NUMBER_BEGINNING.test(upper) ? [[`number:${upper}`]] : []
  const digits = trimmed.replace(/^\+91/, '').replaceAll(/\D/g, '')
  const phone = PHONE.test(trimmed) && digits !== '' ? [[`phone:${digits}`]] : []
  const words = wordTerms(trimmed).slice(0, WORDS_MAX)
  return [...number, ...phone, ...(words.length > 0 ? [words] : []), ...email]
}

/** Whether the order has all beginnings of one reading. */
export function hasBeginnings(order: SearchedOrder, readings: readonly (readonly string[])[]): boolean {
  const terms = [...personTerms(order), numberTerm(order.purchaseId)]
  return readings.some((reading) =>
    reading.every((beginning) => terms.some((term) => term.startsWith(beginning))),
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

function emailTerm(email: string) {
  return `email:${foldEmail(email.trim())}`
}
