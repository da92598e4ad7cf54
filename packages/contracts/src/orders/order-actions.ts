import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { hasCardNumber } from './card-number.ts'
import { refuseEditBody } from './order-edit.ts'
import { CANCEL_REASON_REQUIRED, NO_CARD_NUMBERS, UPI_REFERENCE_INVALID } from './order-texts.ts'
import { paymentChoiceSchema } from './payment-details.ts'
import { purchaseIdSchema, purchaseSchema, shownTotalSchema } from './purchase.ts'

/** No control characters, such as line breaks. */
const ONE_LINE = /^[^\p{Cc}]*$/u

const orderParams = z.strictObject({ orderId: purchaseIdSchema })
const orderReply = dataReply(purchaseSchema)

/**
 * The number that a UPI app or a bank shows for a payment: mostly 12 digits, in some apps more and
 * with letters. People type it with spaces, in small letters or in groups, so these are made equal.
 */
export const referenceText = z.string(UPI_REFERENCE_INVALID).check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.regex(/^[\dA-Z]{0,35}$/, UPI_REFERENCE_INVALID),
  z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
)

/** The number is optional, and a form may send it empty. */
export const referenceSchema = z.optional(referenceText)

export const cancelOrder = {
  method: 'POST',
  path: '/purchases/order/:orderId/cancel',
  access: 'owner',
  summary:
    'Cancel a whole order, until packing begins. What was paid goes back the way it came. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ reason: reasonTextSchema(CANCEL_REASON_REQUIRED) }),
  reply: orderReply,
  status: 200,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint

export const claimPaid = {
  method: 'POST',
  path: '/purchases/order/:orderId/paid',
  access: 'owner',
  summary: 'The shopper says that an order waiting for a UPI payment is paid. An operator confirms it',
  params: orderParams,
  body: z.strictObject({ reference: referenceSchema }),
  reply: orderReply,
  status: 200,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint

export const refuseEdit = {
  method: 'POST',
  path: '/purchases/order/:orderId/edits/refuse',
  access: 'owner',
  summary:
    'The shopper refuses what the shop has changed, until the order is packed. The order is again as it was placed or, where that is not possible, is cancelled and what was paid goes back. Safe to repeat',
  params: orderParams,
  body: refuseEditBody,
  reply: orderReply,
  status: 200,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint

export const payRest = {
  method: 'POST',
  path: '/purchases/order/:orderId/rest',
  access: 'owner',
  summary:
    'Pay what is left to pay since the shop has changed a paid order, by any way that the shop has but cash. Needs an Idempotency-Key. A declined payment may be tried again with another key',
  params: orderParams,
  body: z.strictObject({
    paymentDetails: paymentChoiceSchema,
    /** What the shopper saw. Refused with AMOUNT_DIFFERS when something else is owed. */
    amount: shownTotalSchema,
  }),
  reply: orderReply,
  status: 200,
  weight: 10,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint

/** A reason of one line, which the shopper can read. It must not contain a card number. */
export function reasonTextSchema(error: string) {
  return z
    .string(error)
    .check(
      z.trim(),
      z.minLength(1, error),
      z.maxLength(200, error),
      z.regex(ONE_LINE, error),
      z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
    )
}

export function hasNoCardNumber(text: string) {
  return !hasCardNumber(text)
}
