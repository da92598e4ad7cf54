import * as z from 'zod/mini'
import { BANKS } from '../constants.ts'
import { BANK_REQUIRED, CARD_INCOMPLETE, PAYMENT_METHOD_REQUIRED, UPI_ID_REQUIRED } from './order-texts.ts'

export const CARD_NUMBER_MAX_LENGTH = 16
const CARD_EXPIRY_MAX_LENGTH = 'MM/YY'.length

const card = z.object({
  method: z.literal('card'),
  cardNumber: digits(CARD_NUMBER_MAX_LENGTH, CARD_INCOMPLETE),
  cardHolderName: filled(100, CARD_INCOMPLETE),
  expiryDate: filled(CARD_EXPIRY_MAX_LENGTH, CARD_INCOMPLETE),
})
const upi = z.object({ method: z.literal('upi'), upiId: filled(256, UPI_ID_REQUIRED) })
const netbanking = z.object({ method: z.literal('netbanking'), bankName: z.enum(BANKS, BANK_REQUIRED) })
const cod = z.object({ method: z.literal('cod') })

/** What a shopper fills in on our page. A CVV, if a client sends one, is dropped here. */
export const paymentDetailsSchema = z.discriminatedUnion(
  'method',
  [card, upi, netbanking, cod],
  PAYMENT_METHOD_REQUIRED,
)

export type PaymentDetails = z.output<typeof paymentDetailsSchema>

/** For a method that is offered as `redirect` or `upiQr`: nothing is typed on our page. */
const hosted = z.object({
  method: z.literal('hosted'),
  choice: z.enum(['card', 'upi', 'netbanking'], PAYMENT_METHOD_REQUIRED),
})

/**
 * The payment part of an order request: the details of a method that is filled in on our page, cash on delivery, or the
 * choice of a method that needs nothing on our page.
 */
export const paymentChoiceSchema = z.discriminatedUnion(
  'method',
  [card, upi, netbanking, cod, hosted],
  PAYMENT_METHOD_REQUIRED,
)

export type PaymentChoice = z.output<typeof paymentChoiceSchema>

function filled(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error), z.maxLength(maxLength, error))
}

/** Removes everything but digits, such as the spaces and dashes with which card numbers are typed. */
function digits(maxLength: number, error: string) {
  return z.string(error).check(
    z.overwrite((text) => text.replace(/\D/g, '')),
    z.minLength(1, error),
    z.maxLength(maxLength, error),
  )
}
