import type { FieldErrors } from '@nashta/browser/form-validation'
import { PAYMENT_METHODS } from '@nashta/contracts/constants'
import type { paymentForm } from '@nashta/contracts/orders/payment-details'

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What is kept of the second form while the shopper goes back and forth: everything but the CVV. */
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

export type PaymentErrors = FieldErrors<typeof paymentForm>
