import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import { PAYMENT_METHODS } from '@nashta/contracts/constants'
import { CARD_INCOMPLETE } from '@nashta/contracts/orders/checkout-texts'
import {
  CARD_NUMBER_MAX_LENGTH,
  type PaymentDetails,
  paymentDetailsSchema,
} from '@nashta/contracts/orders/payment-details'

const CVV_MAX_LENGTH = 3

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The payment form's values, kept while the shopper goes back and forth: everything but the CVV. */
export type PaymentValues = {
  method: PaymentMethod
  cardNumber: string
  cardHolderName: string
  expiryDate: string
  upiId: string
  bankName: string
}

export const NO_PAYMENT: PaymentValues = {
  method: PAYMENT_METHODS[0],
  cardNumber: '',
  cardHolderName: '',
  expiryDate: '',
  upiId: '',
  bankName: '',
}

export type PaymentErrors = FieldErrors<typeof paymentDetailsSchema> & { cvv?: string }

export type PaymentResult = { ok: true; values: PaymentDetails } | { ok: false; errors: PaymentErrors }

type PaymentFields = Partial<Record<keyof PaymentValues, string | undefined>>

/** A card needs its CVV, which is checked here and never sent. */
export function validatePayment(values: PaymentFields, cvv: string): PaymentResult {
  const result = validateForm(paymentDetailsSchema, values)
  if (values.method !== 'card' || cvvOf(cvv) !== '') return result
  return { ok: false, errors: { ...(result.ok ? {} : result.errors), cvv: CARD_INCOMPLETE } }
}

/** Card numbers are typed, pasted and filled in with spaces and dashes: they are removed before the text is cut. */
export function cardNumberOf(typed: string): string {
  return digitsOf(typed).slice(0, CARD_NUMBER_MAX_LENGTH)
}

export function cvvOf(typed: string): string {
  return digitsOf(typed).slice(0, CVV_MAX_LENGTH)
}

/** MM/YY, as far as it is typed; a four-digit year that a browser fills in loses its century. */
export function expiryOf(typed: string): string {
  const digits = digitsOf(/^\s*[2-9]/.test(typed) || /^\s*1\s*[/-]/.test(typed) ? `0${typed.trim()}` : typed)
  const month = digits.slice(0, 2)
  const year = digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, 4)
  return year === '' ? month : `${month}/${year}`
}

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}
