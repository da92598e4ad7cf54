import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX, PRICE_MAX_RUPEES } from '../constants.ts'
import { productIdSchema } from '../fields.ts'
import { isRupeeAmount } from '../money.ts'
import { hasCardNumber } from './card-number.ts'
import {
  CANCEL_REASON_REQUIRED,
  NO_CARD_NUMBERS,
  REFUND_ITEMS_INVALID,
  REFUND_REASON_REQUIRED,
  SEEN_AMOUNT_INVALID,
  UPI_REFERENCE_INVALID,
  UPI_REFERENCE_REQUIRED,
} from './order-texts.ts'
import { purchaseIdSchema, purchaseSchema } from './purchase.ts'

/** No control characters, such as line breaks. */
const ONE_LINE = /^[^\p{Cc}]*$/u

/** No order costs more. */
const SEEN_AMOUNT_MAX = PRICE_MAX_RUPEES * LINE_QUANTITY_MAX * CART_LINES_MAX

const orderParams = z.strictObject({ orderId: purchaseIdSchema })
const orderReply = dataReply(purchaseSchema)

/**
 * The number that a UPI app or a bank shows for a payment: mostly 12 digits, in some apps more and
 * with letters. People type it with spaces, in small letters or in groups, so these are made equal.
 */
const referenceText = z.string(UPI_REFERENCE_INVALID).check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.regex(/^[\dA-Z]{0,35}$/, UPI_REFERENCE_INVALID),
  z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
)

/** The number is optional, and a form may send it empty. */
const referenceSchema = z.optional(referenceText)

/** An amount in rupees that an operator has read on the shop's account. */
const seenAmountSchema = z
  .number(SEEN_AMOUNT_INVALID)
  .check(
    z.gt(0, SEEN_AMOUNT_INVALID),
    z.lte(SEEN_AMOUNT_MAX, SEEN_AMOUNT_INVALID),
    z.refine(isRupeeAmount, SEEN_AMOUNT_INVALID),
  )

const seenPaymentFields = {
  /** Needed for a UPI payment. */
  amount: z.optional(seenAmountSchema),
  /** The bank's number of the payment. One number belongs to one order. */
  reference: referenceSchema,
  /** True when the account shows no number. */
  noReference: z.optional(z.boolean()),
}

/**
 * What becomes of refunded or cancelled goods that the order took from the stock:
 * - `back`: they are back in the shop, and go into the stock now
 * - `expected`: they are on their way back, and go into the stock when an operator says so
 * - `lost`: broken, eaten or gone, and never in the stock again
 */
export const GOODS_FATES = ['back', 'expected', 'lost'] as const
export type GoodsFate = (typeof GOODS_FATES)[number]

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

export const confirmPaid = {
  method: 'POST',
  path: '/admin/orders/:orderId/confirm',
  access: 'admin',
  summary:
    "The operator has seen the whole amount of a UPI order on the shop's account. Or the operator confirms a first order with cash on delivery. Safe to repeat",
  params: orderParams,
  body: z.strictObject(seenPaymentFields),
  reply: orderReply,
  status: 200,
} as const satisfies Endpoint

export const reviveOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/revive',
  access: 'admin',
  summary:
    'The operator has seen the whole amount of a UPI order that has ended unpaid. It takes its stock again and is confirmed. Safe to repeat',
  params: orderParams,
  body: z.strictObject(seenPaymentFields),
  reply: orderReply,
  status: 200,
} as const satisfies Endpoint

export const recordPayment = {
  method: 'POST',
  path: '/admin/orders/:orderId/payments',
  access: 'admin',
  summary:
    'The operator has seen a payment that must go back: of another amount, a second one, or one for an order that has ended. It becomes a refund by hand. Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    amount: seenAmountSchema,
    reference: referenceText.check(z.minLength(1, UPI_REFERENCE_REQUIRED)),
  }),
  reply: orderReply,
  status: 200,
} as const satisfies Endpoint

export const closeClaim = {
  method: 'POST',
  path: '/admin/orders/:orderId/not-paid',
  access: 'admin',
  summary:
    'The operator has found no payment for an order whose shopper says that it is paid. The order ends unpaid, and a mail says so. Safe to repeat',
  params: orderParams,
  body: z.strictObject({}),
  reply: orderReply,
  status: 200,
} as const satisfies Endpoint

/**
 * Refunds of one order above this sum need a sign-in within the last `FRESH_SIGN_IN_SECONDS`. All
 * refunds of the order count together, so that a large refund cannot be made in small parts.
 */
export const REFUND_WITHOUT_SIGN_IN_MAX_RUPEES = 5_000

export const refundOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/refund',
  access: 'admin',
  summary:
    'Refund what is left of an order or, with `items`, some of it; never more than was paid. Units that are not handed over yet are not packed any more; an order of which nothing is left is cancelled. Needs an Idempotency-Key and, above ₹5,000 for an order, a sign-in at most five minutes old',
  params: orderParams,
  body: z.strictObject({
    items: z.optional(
      z
        .array(
          z.strictObject({
            productId: productIdSchema,
            quantity: z.int(REFUND_ITEMS_INVALID).check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
          }),
          REFUND_ITEMS_INVALID,
        )
        .check(
          z.minLength(1, REFUND_ITEMS_INVALID),
          z.maxLength(CART_LINES_MAX, REFUND_ITEMS_INVALID),
          z.refine(namesEachProductOnce, REFUND_ITEMS_INVALID),
        ),
    ),
    reason: reasonTextSchema(REFUND_REASON_REQUIRED),
    goods: z._default(z.enum(GOODS_FATES), 'lost'),
  }),
  reply: orderReply,
  status: 200,
} as const satisfies Endpoint

const refundParams = z.strictObject({
  orderId: purchaseIdSchema,
  refundId: z.string().check(z.maxLength(64)),
})

export const retryRefund = {
  method: 'POST',
  path: '/admin/orders/:orderId/refunds/:refundId/retry',
  access: 'admin',
  summary: 'Send a new refund in place of one that the payment provider refused. Safe to repeat',
  params: refundParams,
  body: z.strictObject({}),
  reply: orderReply,
  status: 200,
} as const satisfies Endpoint

export const settleRefund = {
  method: 'POST',
  path: '/admin/orders/:orderId/refunds/:refundId',
  access: 'admin',
  summary:
    'Settle a refund of a UPI or cash payment: the operator has paid it by hand (`done`) or gives it up (`failed`). A refund that the payment provider refused can also be settled as `done`',
  params: refundParams,
  body: z.strictObject({ state: z.enum(['done', 'failed']), reference: referenceSchema }),
  reply: orderReply,
  status: 200,
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

function namesEachProductOnce(items: readonly { productId: string }[]) {
  return new Set(items.map(({ productId }) => productId)).size === items.length
}

export function hasNoCardNumber(text: string) {
  return !hasCardNumber(text)
}
