import * as z from 'zod/mini'
import { BANK_REQUIRED, CARD_INCOMPLETE, PAYMENT_METHOD_REQUIRED, UPI_ID_REQUIRED } from './order-texts.ts'

export const BANKS = ['SBI', 'HDFC', 'ICICI', 'AXIS', 'KOTAK'] as const
export const CARD_NUMBER_MAX_LENGTH = 16
const CARD_EXPIRY_MAX_LENGTH = 'MM/YY'.length

const card = z.object({
  method: z.literal('card'),
  cardNumber: digitsOnly(CARD_NUMBER_MAX_LENGTH, CARD_INCOMPLETE),
  cardHolderName: nonEmptyText(100, CARD_INCOMPLETE),
  expiryDate: nonEmptyText(CARD_EXPIRY_MAX_LENGTH, CARD_INCOMPLETE),
})
const upi = z.object({ method: z.literal('upi'), upiId: nonEmptyText(256, UPI_ID_REQUIRED) })
const netbanking = z.object({ method: z.literal('netbanking'), bankName: z.enum(BANKS, BANK_REQUIRED) })
const cod = z.object({ method: z.literal('cod') })

/** The payment as the shopper fills it in on our page. A CVV in the request is dropped here. */
export const paymentDetailsSchema = z.discriminatedUnion(
  'method',
  [card, upi, netbanking, cod],
  PAYMENT_METHOD_REQUIRED,
)

export type PaymentDetails = z.output<typeof paymentDetailsSchema>

/** For the payment ways `redirect` and `upiQr`: the shopper types nothing on our page. */
const hosted = z.object({
  method: z.literal('hosted'),
  choice: z.enum(['card', 'upi', 'netbanking'], PAYMENT_METHOD_REQUIRED),
})

/**
 * The payment in the request for an order. It has the details that the shopper filled in, or is
 * cash on delivery, or is the choice of a method for which the shopper types nothing on our page.
 */
export const paymentChoiceSchema = z.discriminatedUnion(
  'method',
  [card, upi, netbanking, cod, hosted],
  PAYMENT_METHOD_REQUIRED,
)

export type PaymentChoice = z.output<typeof paymentChoiceSchema>

function nonEmptyText(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error), z.maxLength(maxLength, error))
}

/** Removes everything but digits, such as the spaces and dashes with which card numbers are typed. */
function digitsOnly(maxLength: number, error: string) {
  return z.string(error).check(
    z.overwrite((text) => text.replace(/\D/g, '')),
    z.minLength(1, error),
    z.maxLength(maxLength, error),
  )
}
