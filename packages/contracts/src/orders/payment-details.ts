import * as z from 'zod/mini'
import { BANKS } from '../constants.ts'
import { BANK_REQUIRED, CARD_INCOMPLETE, PAYMENT_METHOD_REQUIRED, UPI_ID_REQUIRED } from './checkout-texts.ts'

export const CARD_NUMBER_MAX_LENGTH = 16
const CARD_EXPIRY_MAX_LENGTH = 5

const card = z.object({
  method: z.literal('card'),
  cardNumber: digits(CARD_NUMBER_MAX_LENGTH, CARD_INCOMPLETE),
  cardHolderName: filled(100, CARD_INCOMPLETE),
  expiryDate: filled(CARD_EXPIRY_MAX_LENGTH, CARD_INCOMPLETE),
})
const upi = z.object({ method: z.literal('upi'), upiId: filled(256, UPI_ID_REQUIRED) })
const netbanking = z.object({ method: z.literal('netbanking'), bankName: z.enum(BANKS, BANK_REQUIRED) })
const cod = z.object({ method: z.literal('cod') })

/** What is sent. A CVV, should one come along, is dropped here and goes no further. */
export const paymentDetailsSchema = z.discriminatedUnion(
  'method',
  [card, upi, netbanking, cod],
  PAYMENT_METHOD_REQUIRED,
)

const filledIn = z.discriminatedUnion(
  'method',
  [z.extend(card, { cvv: digits(3, CARD_INCOMPLETE) }), upi, netbanking, cod],
  PAYMENT_METHOD_REQUIRED,
)

/** The checkout's second form: it asks for the CVV, and its values are what is sent, without it. */
export const paymentForm = z.pipe(
  filledIn,
  z.transform((form: z.output<typeof filledIn>) => paymentDetailsSchema.parse(form)),
)

export type PaymentDetails = z.output<typeof paymentDetailsSchema>

function filled(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error), z.maxLength(maxLength, error))
}

/** Card numbers are typed and filled in with spaces and dashes. */
function digits(maxLength: number, error: string) {
  return z.string(error).check(
    z.overwrite((text) => text.replace(/\D/g, '')),
    z.minLength(1, error),
    z.maxLength(maxLength, error),
  )
}
