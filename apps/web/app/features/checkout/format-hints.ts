import { PHONE_HINT, PINCODE_HINT, UPI_HINT } from './checkout-texts.ts'

/** What an unusual value may want to be told; it never stands in the way. */
export type FormatHint = (value: string) => string | null

export const pincodeHint: FormatHint = (value) => hintUnless(/^\d{3}\s?\d{3}$/, value, PINCODE_HINT)

export const phoneHint: FormatHint = (value) =>
  hintUnless(/^(?:\+?91|0)?\d{10}$/, value.replace(/[\s().-]/g, ''), PHONE_HINT)

export const upiHint: FormatHint = (value) => hintUnless(/@/, value, UPI_HINT)

function hintUnless(usual: RegExp, value: string, hint: string) {
  const text = value.trim()
  return text === '' || usual.test(text) ? null : hint
}
