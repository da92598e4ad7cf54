import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { amountSchema, openEnum } from '../../fields.ts'
import { ORDER_MAIL_KINDS } from '../../mails/mails.ts'
import { BATCH_STATES } from '../batch-state.ts'
import { shownDetailsSchema } from '../order-details.ts'
import { orderEditSchema } from '../order-edit.ts'
import { orderMoneySchema, orderPaymentSchema, owedRestSchema, refundSchema } from '../order-payment.ts'
import { parcelSchema } from '../parcel.ts'
import { billSchema, orderDiscountSchema, purchaseIdSchema, replacementSchema } from '../purchase.ts'
import { shippingAddressSchema } from '../shipping-address.ts'

/**
 * What an operator has to do for an order. Each order has one of these work states.
 * - `waiting`: the shopper still has to pay, the order or the rest of an edited one
 * - `confirm`: an operator has to confirm a cash order, or a payment that the shopper says was made
 * - `findPayment`: the order has ended, or a change of it was undone, but its shopper says that it is
 *   paid, and no operator has decided whether the payment has arrived
 * - `pack`: an operator has to pack the order
 * - `handOver`: the order is packed, and an operator has to give it to the courier
 * - `onTheWay`, `delivered`, `cancelled`: nothing to do
 * - `problem`: the outcome of the payment is unknown, a refund failed, or there is nothing to pack any
 *   more and a refund is to be paid by hand or has waited too long at the payment provider
 */
export const WORK_STATES = [
  'waiting',
  'confirm',
  'findPayment',
  'pack',
  'handOver',
  'onTheWay',
  'delivered',
  'cancelled',
  'problem',
] as const
export type WorkState = (typeof WORK_STATES)[number]

export const ORDER_ACTIONS = [
  'confirm',
  'revive',
  'record',
  'closeClaim',
  'edit',
  'takeBack',
  'pack',
  'unpack',
  'ship',
  'parcel',
  'deliver',
  'undelivered',
  'cancel',
  'refund',
  'goods',
  'replace',
] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

const rowPaymentSchema = z.object({ method: z.string(), state: z.string() })

const deskPaymentSchema = z.object({
  ...rowPaymentSchema.shape,
  expiresAt: orderPaymentSchema.shape.expiresAt,
  claimedReference: orderPaymentSchema.shape.claimedReference,
  message: orderPaymentSchema.shape.message,
})

/**
 * One row of the list of orders. A packer's rows have no amounts. They have names and towns only
 * while the order has to be packed or handed over.
 */
export const orderRowSchema = z.object({
  purchaseId: purchaseIdSchema,
  purchaseDate: z.iso.datetime(),
  work: openEnum(WORK_STATES),
  orderStatus: z.string(),
  deliveryStatus: z.string(),
  /** The units that were ordered. */
  totalItems: z.int(),
  /** The units in the parcel: see `toPack` of the lines. */
  itemsToPack: z.int(),
  name: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  totalAmount: z.optional(amountSchema),
  payment: z.optional(rowPaymentSchema),
  printedAt: z.optional(z.iso.datetime()),
  /** The courier of a parcel that has no tracking number yet. */
  untracked: z.optional(z.string()),
  /** An action that sends this version is refused when the order has changed meanwhile. */
  version: z.string(),
})
export type OrderRow = z.infer<typeof orderRowSchema>

/** A line of an order. A packer's lines have no amounts. */
const deskLineSchema = z.object({
  productId: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  /** The units that were ordered. */
  quantity: z.int(),
  /**
   * The units to put into the parcel, or that were put into it: those ordered, without those that
   * were refunded before the order was handed over. 0 if the order is cancelled.
   */
  toPack: z.int(),
  /** The units that can still be refunded. */
  refundable: z.int(),
  /** The units that are on their way back to the stock. */
  expectedBack: z.int(),
  price: z.optional(amountSchema),
  /** What offers have taken off all units of the line. Absent if they took nothing. */
  discount: z.optional(amountSchema),
  /** What was paid for the units that can still be refunded. */
  refundableAmount: z.optional(amountSchema),
  /**
   * The batches of the product, first to expire first, for an order that is to be packed. `units` can be
   * taken from a batch, and `take` is how many of them the shop proposes.
   */
  batches: z.optional(
    z.array(
      z.object({
        batch: z.string(),
        bestBefore: z.optional(z.string()),
        units: z.int(),
        take: z.int(),
        state: openEnum(BATCH_STATES),
      }),
    ),
  ),
  /** The batches that the units were taken from. */
  picks: z.optional(z.array(z.object({ batch: z.string(), quantity: z.int() }))),
  /** The product's allergens today; absent when they are unknown or the product was removed. */
  allergens: z.optional(z.array(z.string())),
})

/** A mail about the order. With a `refundId`, it is about that refund. */
const orderMailSchema = z.object({ mail: openEnum(ORDER_MAIL_KINDS), refundId: z.optional(z.string()) })

const noteSchema = z.object({ at: z.iso.datetime(), by: z.string(), text: z.string() })

/** An operator pays a refund by hand, sends it to the provider again, or gives it up. */
export const REFUND_ACTIONS = ['pay', 'retry', 'giveUp'] as const
export type RefundAction = (typeof REFUND_ACTIONS)[number]

const deskRefundSchema = z.object({
  ...refundSchema.shape,
  /** Whether a person pays the refund, and not the payment provider. */
  byHand: z.boolean(),
  /** Why the payment provider has not paid the refund yet. Absent if all is well. */
  problem: z.optional(z.string()),
  /** Those of REFUND_ACTIONS that are possible now. */
  actions: z.array(z.string()),
})
export type DeskRefund = z.infer<typeof deskRefundSchema>

export const deskOrderSchema = z.object({
  ...orderRowSchema.shape,
  lines: z.array(deskLineSchema),
  /** When packing began and ended. A shopper cannot cancel the order once packing has begun. */
  packing: z.optional(z.object({ begunAt: z.iso.datetime(), packedAt: z.optional(z.iso.datetime()) })),
  /**
   * When the order was edited, or units were refunded after packing had begun. It must be packed, or packed
   * again, before it is shipped.
   */
  contentChangedAt: z.optional(z.iso.datetime()),
  /** The snack and its batch that was recalled after it was packed. */
  recalledBatch: z.optional(z.string()),
  /** The order whose units this one replaces. Absent for every other order. */
  replaces: z.optional(z.string()),
  /** The orders that replace units of this one, oldest first. */
  replacements: z.optional(z.array(replacementSchema)),
  /** Whether the goods have left the shop. The goods of a refund or a cancellation may then come back. */
  hasLeftShop: z.boolean(),
  /** The customer collects the goods in the shop. */
  isCollected: z.boolean(),
  // The fields from `parcels` to `refundsByHand` are absent if the operator may not see them.
  // `parcels` is also absent before the shipment, and `shippingFee` if delivery is free.
  parcels: z.optional(z.array(parcelSchema)),
  address: z.optional(shippingAddressSchema),
  details: shownDetailsSchema,
  customer: z.optional(
    z.object({ customerId: z.string(), email: z.nullable(z.string()), phone: z.string() }),
  ),
  shippingFee: z.optional(amountSchema),
  discounts: z.optional(z.array(orderDiscountSchema)),
  /** The payment of the row, with more fields. */
  payment: z.optional(deskPaymentSchema),
  money: z.optional(orderMoneySchema),
  /** What is left to pay after an edit of the paid order. Absent if nothing is. */
  owed: z.optional(owedRestSchema),
  /** A claimed payment of a change whose time is over. An operator has to look for it. Absent without one. */
  sought: z.optional(
    z.object({ amount: amountSchema, claimedReference: orderPaymentSchema.shape.claimedReference }),
  ),
  /** All payments of the order, if it has more than one. */
  payments: z.optional(
    z.array(z.object({ method: z.string(), amount: amountSchema, transactionId: z.string() })),
  ),
  refunds: z.optional(z.array(deskRefundSchema)),
  /**
   * The path of the page on which the customer sees the order, pays what is left to pay, and may refuse an
   * edit. Only for those who take orders.
   */
  link: z.optional(z.string()),
  /** Whether a person pays new refunds: for cash, and for payments to the shop's own UPI id. */
  refundsByHand: z.optional(z.boolean()),
  /** What operators have changed of the order, oldest first. Only for those who see amounts. */
  edits: z.optional(z.array(orderEditSchema)),
  /** The bill and its credit notes. Only for those who see amounts. */
  bills: z.optional(z.array(billSchema)),
  /** Whether the order owes a bill or a credit note that is not made yet. */
  isBillDue: z.optional(z.boolean()),
  /** See `onBillOf` of `orderFields`. */
  onBillOf: z.optional(z.string()),
  timeline: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.string(),
      note: z.optional(z.string()),
      amount: z.optional(amountSchema),
      parcelId: z.optional(z.string()),
      /** The operator who caused the event. */
      by: z.optional(z.string()),
    }),
  ),
  notes: z.array(noteSchema),
  /** The mails that can be sent again, because what they say is still so. */
  mails: z.array(orderMailSchema),
  /** Every action, whether it is possible now, and if not, why. */
  actions: z.array(z.object({ action: z.string(), allowed: z.boolean(), reason: z.optional(z.string()) })),
})
export type DeskOrder = z.infer<typeof deskOrderSchema>

export const orderParams = z.strictObject({ orderId: purchaseIdSchema })
export const deskOrderReply = dataReply(deskOrderSchema)

export const getOrderForDesk = {
  method: 'GET',
  path: '/admin/orders/:orderId',
  access: 'admin',
  summary: 'One order with its customer, payment, notes and the actions that are possible now',
  params: orderParams,
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint
