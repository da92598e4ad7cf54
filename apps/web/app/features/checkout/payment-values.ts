import { type FieldErrors, validateForm } from '@nashta/browser/form-validation'
import type { PAYMENT_METHODS } from '@nashta/contracts/constants'
import { CARD_INCOMPLETE } from '@nashta/contracts/orders/order-texts'
import {
  CARD_NUMBER_MAX_LENGTH,
  type PaymentChoice,
  paymentChoiceSchema,
  paymentDetailsSchema,
} from '@nashta/contracts/orders/payment-details'
import type { PaymentWay } from '@nashta/contracts/orders/payment-methods'

const CVV_MAX_LENGTH = 3

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The payment form's values without the CVV. They stay when the shopper goes back to the shipping step. */
export type PaymentValues = {
  method: PaymentMethod
  cardNumber: string
  cardHolderName: string
  expiryDate: string
  upiId: string
  bankName: string
}

export const EMPTY_PAYMENT: PaymentValues = {
  method: 'card',
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
 * Makes the payment part of the order request. A method that is paid on the provider's page or by QR code has no details:
 * the request has only its name. A card also needs a CVV, which is checked here and never sent.
 */
export function validatePayment(
  values: UncheckedPayment,
  cvv: string,
  way: PaymentWay = 'fields',
): PaymentValidation {
  if (way === 'redirect' || way === 'upiQr')
    return validateForm(paymentChoiceSchema, { method: 'hosted', choice: values.method })
  const result = validateForm(paymentDetailsSchema, values)
  if (values.method !== 'card' || cvvOf(cvv) !== '') return result
  return { ok: false, errors: { ...(result.ok ? {} : result.errors), cvv: CARD_INCOMPLETE } }
}

/** Removes everything but digits, then cuts the rest to the maximum length of a card number. */
export function cardNumberOf(typed: string): string {
  return digitsOf(typed).slice(0, CARD_NUMBER_MAX_LENGTH)
}

export function cvvOf(typed: string): string {
  return digitsOf(typed).slice(0, CVV_MAX_LENGTH)
}

/** MM/YY, as far as it is typed: `123` → `12/3`, `5` → `05`, `1/30` → `01/30`, `12/2030` → `12/30`. */
export function expiryOf(typed: string): string {
  const isOneDigitMonth = /^\s*(?:[2-9]|1\s*[/-])/.test(typed)
  const digits = digitsOf(isOneDigitMonth ? `0${typed}` : typed)
  const month = digits.slice(0, 2)
  const hasFourDigitYear = digits.length >= 6
  const year = hasFourDigitYear ? digits.slice(4, 6) : digits.slice(2, 4)
  return year === '' ? month : `${month}/${year}`
}

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}
