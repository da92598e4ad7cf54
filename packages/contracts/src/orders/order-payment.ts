import * as z from 'zod/mini'
import { amountSchema, openEnum } from '../fields.ts'

/**
 * The states of a payment:
 * - `due`: to be paid on delivery
 * - `unconfirmed`: to be paid on delivery, but the shopper must first confirm the order by the link
 *   in its mail
 * - `waiting`: the shopper has to pay, on the provider's page or to the shop's own UPI id
 * - `claimed`: the shopper says that they have paid; an operator looks for the money, also after
 *   the order has ended
 * - `checking`: the outcome is unknown; the store asks the provider
 * - `paid`: the money has arrived
 * - `unpaid`: declined, expired or cancelled before any money arrived
 */
const PAYMENT_STATES = ['due', 'unconfirmed', 'waiting', 'claimed', 'checking', 'paid', 'unpaid'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * The states of a refund:
 * - `requested`: not sent to the provider yet, or to be paid by hand
 * - `sent`: the provider has accepted the refund, and will pay the money back
 * - `done`: the money was paid back, by the provider or by hand
 * - `failed`: refused by the provider or given up by an operator. It may still be paid by hand
 */
const REFUND_STATES = ['requested', 'sent', 'done', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** The kinds of events in the timeline of an order. */
const TIMELINE_EVENTS = [
  'placed',
  'paymentWaiting',
  'paymentClaimed',
  'paid',
  'paymentFailed',
  'paymentExpired',
  'paymentNotFound',
  'revived',
  'confirmationAsked',
  'confirmationExpired',
  'confirmed',
  'packingBegun',
  'packed',
  'unpacked',
  'printed',
  'shipped',
  'outForDelivery',
  'notDelivered',
  'comingBack',
  'delivered',
  'parcelAdded',
  'parcelChanged',
  'contentChanged',
  'edited',
  'editRefused',
  'editUndone',
  'replaced',
  'recalled',
  'cancelled',
  'goodsBack',
  'goodsExpected',
  'goodsLost',
  'latePayment',
  'refundRequested',
  'refundSent',
  'refundDone',
  'refundFailed',
] as const
export type TimelineEventKind = (typeof TIMELINE_EVENTS)[number]

/** A form that the browser posts to the provider's page, where the shopper pays. */
const paymentFormSchema = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) })

/** The data of a payment to the shop's own UPI id. */
const upiPaymentSchema = z.object({
  /** The `upi://` link. Pages show it as a QR code, which UPI apps read. */
  uri: z.string(),
  /** The shop's UPI id. */
  vpa: z.string(),
  /** The name of the shop, as UPI apps show it. */
  name: z.string(),
  amount: amountSchema,
  /** Whether a page may offer `uri` as a link that opens a UPI app: the shop has a merchant account. */
  opensApp: z.optional(z.boolean()),
})

export const orderPaymentSchema = z.object({
  state: openEnum(PAYMENT_STATES),
  /** Only while the payment is `waiting`, `claimed` or `unconfirmed`. The order expires at this time. */
  expiresAt: z.optional(z.iso.datetime()),
  /**
   * Only while the payment is `waiting` and is made on the provider's page. The browser may post
   * the same form again.
   */
  form: z.optional(paymentFormSchema),
  /** Only while the payment is `waiting` or `claimed` and goes to the shop's own UPI id. */
  upi: z.optional(upiPaymentSchema),
  /** The reference number that the shopper gave with "I have paid". */
  claimedReference: z.optional(z.string()),
  /** Why the payment failed, as a text for the shopper. */
  message: z.optional(z.string()),
})
export type OrderPayment = z.infer<typeof orderPaymentSchema>

/** What is left to pay, because the shop has changed a paid order. */
export const owedRestSchema = z.object({
  amount: amountSchema,
  /** If the rest is not paid by then, the change is undone. */
  expiresAt: z.iso.datetime(),
  /** The latest attempt to pay the rest. Absent before the first one, and for packers. */
  payment: z.optional(orderPaymentSchema),
})
export type OwedRest = z.infer<typeof owedRestSchema>

export const refundSchema = z.object({
  refundId: z.string(),
  state: openEnum(REFUND_STATES),
  amount: amountSchema,
  /** Absent for the holder of the order's link. */
  reason: z.optional(z.string()),
  /**
   * The id of another refund that this one is a part of. An order with two payments may need a refund from
   * each of them.
   */
  partOf: z.optional(z.string()),
  /** Absent when the refund is for everything that was left of the order. */
  items: z.optional(z.array(z.object({ productId: z.string(), quantity: z.int() }))),
  requestedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Refund = z.infer<typeof refundSchema>

/** The money of an order. What remains is the paid amount without the refunds that did not fail. */
export const orderMoneySchema = z.object({
  paid: amountSchema,
  refunded: amountSchema,
  remains: amountSchema,
})
export type OrderMoney = z.infer<typeof orderMoneySchema>

export const timelineEventSchema = z.object({
  at: z.iso.datetime(),
  kind: openEnum(TIMELINE_EVENTS),
  /** The shopper's or the operator's reason, or the message of the provider. */
  note: z.optional(z.string()),
  amount: z.optional(amountSchema),
  /** The parcel that the event is about. */
  parcelId: z.optional(z.string()),
})
export type TimelineEvent = z.infer<typeof timelineEventSchema>
