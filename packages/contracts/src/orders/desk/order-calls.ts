import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX, PRICE_MAX_RUPEES } from '../../constants.ts'
import { isTrackingUrl, VISIBLE_LINE } from '../../delivery/couriers.ts'
import { productIdSchema } from '../../fields.ts'
import { ORDER_MAIL_KINDS } from '../../mails/mails.ts'
import { isRupeeAmount } from '../../money.ts'
import { hasNoCardNumber, reasonTextSchema, referenceSchema, referenceText } from '../order-actions.ts'
import {
  CANCEL_REASON_REQUIRED,
  NO_CARD_NUMBERS,
  REFUND_AMOUNT_INVALID,
  REFUND_ITEMS_INVALID,
  REFUND_ITEMS_OR_AMOUNT,
  REFUND_REASON_REQUIRED,
  REPLACEMENT_REASON_REQUIRED,
  SEEN_AMOUNT_INVALID,
  UPI_REFERENCE_REQUIRED,
} from '../order-texts.ts'
import { purchaseIdSchema } from '../purchase.ts'
import { UNDELIVERED_OUTCOMES, UNDELIVERED_REASONS } from '../undelivered.ts'
import { deskOrderReply, orderParams } from './desk-order.ts'

const NOTE_INVALID = 'A note has 1 to 500 characters'
const ORDER_MAIL_INVALID = `A mail about an order is one of ${ORDER_MAIL_KINDS.join(', ')}`
const COURIER_REQUIRED = 'Please say which courier takes the parcel'
const COURIER_INVALID = 'The name of a courier is one line of 1 to 100 characters'
const TRACKING_NUMBER_INVALID = 'A tracking number has at most 64 letters, digits and dashes'
const PICKS_INVALID = 'Please say which batches the units were taken from'
const UNDELIVERED_OUTCOME_REQUIRED = 'Please say what follows'
const UNDELIVERED_REASON_REQUIRED = 'Please say why'
const TRACKING_URL_INVALID = 'A tracking link is a web address that begins with https://'

// Operators change an order by these calls. Each replies with the changed order, as the desk shows it.

/**
 * The version that the operator saw. If the order has changed since, the call is refused with
 * ORDER_CHANGED, unless it repeats an earlier one.
 */
export const versionSchema = z.string().check(z.minLength(1), z.maxLength(200))
const version = z.optional(versionSchema)
const refundId = z.string().check(z.maxLength(64))

/** No order costs more. */
const SEEN_AMOUNT_MAX = PRICE_MAX_RUPEES * LINE_QUANTITY_MAX * CART_LINES_MAX

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

export const confirmPaid = {
  method: 'POST',
  path: '/admin/orders/:orderId/confirm',
  access: 'admin',
  summary:
    "The operator has seen the whole amount of a UPI order on the shop's account. Or the operator confirms a first order with cash on delivery. Safe to repeat",
  params: orderParams,
  body: z.strictObject({ ...seenPaymentFields, version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const reviveOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/revive',
  access: 'admin',
  summary:
    'The operator has seen the whole amount of a UPI order that has ended unpaid. It takes its stock again and is confirmed. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ ...seenPaymentFields, version }),
  reply: deskOrderReply,
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
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const closeClaim = {
  method: 'POST',
  path: '/admin/orders/:orderId/not-paid',
  access: 'admin',
  summary:
    'The operator has found no payment for an order whose shopper says that it is paid. The order ends unpaid, and a mail says so. An order with a claimed change stays as it is. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

/**
 * Refunds of one order above this sum need a sign-in within the last `FRESH_SIGN_IN_SECONDS`. All
 * refunds of the order count together, so that a large refund cannot be made in small parts.
 */
export const REFUND_WITHOUT_SIGN_IN_MAX_RUPEES = 5_000

const refundItems = z
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
  )

const refundFields = z.strictObject({
  items: z.optional(refundItems),
  /** In rupees, for no units in particular: goodwill. The goods stay as they are. */
  amount: z.optional(
    z
      .number(REFUND_AMOUNT_INVALID)
      .check(
        z.gt(0, REFUND_AMOUNT_INVALID),
        z.lte(SEEN_AMOUNT_MAX, REFUND_AMOUNT_INVALID),
        z.refine(isRupeeAmount, REFUND_AMOUNT_INVALID),
      ),
  ),
  reason: reasonTextSchema(REFUND_REASON_REQUIRED),
  /** Not used with `amount`. */
  goods: z._default(z.enum(GOODS_FATES), 'lost'),
  /** The operator pays it, although the payment provider could. */
  byHand: z.optional(z.boolean()),
  version,
})

export const refundOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/refund',
  access: 'admin',
  summary:
    'Refund what is left of an order, with `items` some of it, or with `amount` a sum for no units in particular; never more than was paid. Units that are not handed over yet are not packed any more; an order of which nothing is left is cancelled. Needs an Idempotency-Key and, above ₹5,000 for an order, a sign-in at most five minutes old',
  params: orderParams,
  body: refundFields.check(
    z.refine(({ items, amount }) => items === undefined || amount === undefined, REFUND_ITEMS_OR_AMOUNT),
  ),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

const replacedItemSchema = z.strictObject({
  productId: productIdSchema,
  quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
})

const refundParams = z.strictObject({
  orderId: purchaseIdSchema,
  refundId,
})

export const retryRefund = {
  method: 'POST',
  path: '/admin/orders/:orderId/refunds/:refundId/retry',
  access: 'admin',
  summary: 'Send a new refund in place of one that the payment provider refused. Safe to repeat',
  params: refundParams,
  body: z.strictObject({ version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const settleRefund = {
  method: 'POST',
  path: '/admin/orders/:orderId/refunds/:refundId',
  access: 'admin',
  summary:
    'Settle a refund of a UPI or cash payment: the operator has paid it by hand (`done`) or gives it up (`failed`). A refund that the payment provider refused can also be settled as `done`',
  params: refundParams,
  body: z.strictObject({ state: z.enum(['done', 'failed']), reference: referenceSchema, version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

/** The units of one line may be from several batches. */
const PICKS_MAX = 4 * CART_LINES_MAX

export const replaceOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/replacement',
  access: 'admin',
  summary:
    'Send units that have left the shop once more, as a new order at ₹0 to the same address. It takes its stock, is packed and shipped like any other, has no bill, and its shopper gets one mail. Replies with the new order. Needs an Idempotency-Key',
  params: orderParams,
  body: z.strictObject({
    items: z.array(replacedItemSchema).check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
    reason: reasonTextSchema(REPLACEMENT_REASON_REQUIRED),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const packOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/pack',
  access: 'admin',
  summary:
    'Claim an order for its packer for ten minutes, begin or finish packing it, or undo that it is packed, until it is handed over. Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    step: z.enum(['claim', 'begin', 'finish', 'undo']),
    /**
     * With `finish`: the batches that the units were taken from. Units that it does not name are of no batch.
     * Without the list, the units were taken from the batches that expire first.
     */
    picks: z.optional(
      z
        .array(
          z.strictObject({
            productId: productIdSchema,
            batch: z
              .string(PICKS_INVALID)
              .check(z.minLength(1, PICKS_INVALID), z.maxLength(40, PICKS_INVALID)),
            quantity: z.int(PICKS_INVALID).check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
          }),
          PICKS_INVALID,
        )
        .check(z.maxLength(PICKS_MAX, PICKS_INVALID)),
    ),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

/** The tracking fields may be empty, as a form sends them. Without a link, that of the courier is taken. */
export const parcelInputFields = {
  courier: z
    .string(COURIER_REQUIRED)
    .check(
      z.trim(),
      z.minLength(1, COURIER_REQUIRED),
      z.maxLength(100, COURIER_INVALID),
      z.regex(VISIBLE_LINE, COURIER_INVALID),
    ),
  trackingNumber: z.optional(
    z
      .string(TRACKING_NUMBER_INVALID)
      .check(z.trim(), z.regex(/^[\dA-Za-z-]{0,64}$/, TRACKING_NUMBER_INVALID)),
  ),
  trackingUrl: z.optional(
    z.string(TRACKING_URL_INVALID).check(
      z.trim(),
      z.refine((text) => text === '' || isTrackingUrl(text), TRACKING_URL_INVALID),
    ),
  ),
}

export const shipOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/ship',
  access: 'admin',
  summary: 'The order was given to a courier. A mail with the tracking link follows. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ ...parcelInputFields, version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const saveParcel = {
  method: 'POST',
  path: '/admin/orders/:orderId/parcels',
  access: 'admin',
  summary:
    'Add a parcel to an order that has left the shop or, with `parcelId`, correct one. Without it, a parcel of the same courier that has no number yet gets the number. A mail follows. Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    parcelId: z.optional(z.string().check(z.maxLength(16))),
    ...parcelInputFields,
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const deliverOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/deliver',
  access: 'admin',
  summary: 'The order has arrived; cash on delivery is then paid. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const reportUndelivered = {
  method: 'POST',
  path: '/admin/orders/:orderId/undelivered',
  access: 'admin',
  summary:
    'The courier could not hand the order over, and tries again, or brings it back: the order is then cancelled, what was paid goes back, and its goods are expected. Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    outcome: z.enum(UNDELIVERED_OUTCOMES, UNDELIVERED_OUTCOME_REQUIRED),
    reason: z.enum(UNDELIVERED_REASONS, UNDELIVERED_REASON_REQUIRED),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const cancelOrderByShop = {
  method: 'POST',
  path: '/admin/orders/:orderId/cancel',
  access: 'admin',
  summary:
    'Cancel a whole order that is not delivered. Its money goes back, and so does its stock, unless the goods have left the shop: then `goods` says what becomes of them. Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    reason: reasonTextSchema(CANCEL_REASON_REQUIRED),
    /** Only for goods that have left the shop. Goods in the shop go back into the stock. */
    goods: z._default(z.enum(GOODS_FATES), 'expected'),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const settleGoods = {
  method: 'POST',
  path: '/admin/orders/:orderId/goods',
  access: 'admin',
  summary:
    'The goods that were expected back have arrived (`back`) and go into the stock, without those that cannot be sold any more (`waste`), or never will (`lost`). Safe to repeat',
  params: orderParams,
  body: z.strictObject({
    goods: z.enum(['back', 'lost']),
    /** Units that have come back, and are not sold again. */
    waste: z.optional(refundItems),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const sendOrderMail = {
  method: 'POST',
  path: '/admin/orders/:orderId/mails',
  access: 'admin',
  summary:
    'Send a mail about the order again, to the address that the order has now. The same Idempotency-Key sends it once',
  params: orderParams,
  body: z.strictObject({
    mail: z.enum(ORDER_MAIL_KINDS, ORDER_MAIL_INVALID),
    refundId: z.optional(refundId),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const addOrderNote = {
  method: 'POST',
  path: '/admin/orders/:orderId/note',
  access: 'admin',
  summary: 'Add a note that only operators see. The same Idempotency-Key adds it once',
  params: orderParams,
  body: z.strictObject({
    text: z
      .string(NOTE_INVALID)
      .check(
        z.trim(),
        z.minLength(1, NOTE_INVALID),
        z.maxLength(500, NOTE_INVALID),
        z.refine(hasNoCardNumber, NO_CARD_NUMBERS),
      ),
    version,
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export function namesEachProductOnce(items: readonly { productId: string }[]) {
  return new Set(items.map(({ productId }) => productId)).size === items.length
}
