import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import { CARD_INCOMPLETE } from '@nashta/contracts/orders/order-texts'
import {
  CARD_NUMBER_MAX_LENGTH,
  type PaymentChoice,
  paymentChoiceSchema,
  paymentDetailsSchema,
} from '@nashta/contracts/orders/payment-details'
import type { PaymentWay } from '@nashta/contracts/orders/payment-methods'

const CVV_MAX_LENGTH = 3

/** The payment form's values without the CVV. They survive a return to the shipping step. */
export type PaymentValues = {
  /** Without a chosen method, or with one that is not offered, the form takes the first. */
  method: string
  cardNumber: string
  cardHolderName: string
  expiryDate: string
  upiId: string
  bankName: string
}

export const EMPTY_PAYMENT: PaymentValues = {
  method: '',
  cardNumber: '',
  cardHolderName: '',
  expiryDate: '',
  upiId: '',
  bankName: '',
}

export type PaymentErrors = FieldErrors<typeof paymentDetailsSchema> & { cvv?: string }

export type PaymentValidation = { ok: true; values: PaymentChoice } | { ok: false; errors: PaymentErrors }

/** Values that may be incomplete or wrong. */
type UncheckedPayment = Partial<Record<keyof PaymentValues, string | undefined>>

/**
 * Returns the payment part of the order request, or the errors of the form. A payment on the
 * provider's page or by QR code has no details: only the name of the method is sent. The CVV of a
 * card is required, but never sent.
 */
export function validatePayment(
  values: UncheckedPayment,
  cvv: string,
  way: PaymentWay = 'fields',
): PaymentValidation {
  if (way === 'redirect' || way === 'upiQr')
    return validateForm(paymentChoiceSchema, { method: 'hosted', choice: values.method })
  const result = validateForm(paymentDetailsSchema, values)
  const isCvvMissing = values.method === 'card' && normaliseCvv(cvv) === ''
  if (!isCvvMissing) return result
  return { ok: false, errors: { ...(result.ok ? {} : result.errors), cvv: CARD_INCOMPLETE } }
}

/** Removes everything but digits, and cuts what is too long. */
export function normaliseCardNumber(typed: string): string {
  return digitsOf(typed).slice(0, CARD_NUMBER_MAX_LENGTH)
}

export function normaliseCvv(typed: string): string {
  return digitsOf(typed).slice(0, CVV_MAX_LENGTH)
}

/** MM/YY as typed so far: `123` → `12/3`, `5` → `05`, `1/30` → `01/30`, `12/2030` → `12/30`. */
export function normaliseExpiry(typed: string): string {
  const isOneDigitMonth = /^\s*(?:[2-9]|1\s*[/-])/.test(typed)
  const digits = digitsOf(isOneDigitMonth ? `0${typed}` : typed)
  const month = digits.slice(0, 2)
  // `20` before a further digit is the century of a year such as `2030`, so it is dropped.
  const yearDigits = digits.slice(2).replace(/^20(?=\d)/, '')
  const year = yearDigits.slice(0, 2)
  return year === '' ? month : `${month}/${year}`
}

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}
