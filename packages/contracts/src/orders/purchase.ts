import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { cartItemInputSchema } from '../cart/cart-input.ts'
import { CART_FULL } from '../cart/cart-texts.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX, PAYMENT_METHODS, PRICE_MAX_RUPEES } from '../constants.ts'
import { amountSchema, openEnum, pageSizeSchema, priceSchema, userIdSchema } from '../fields.ts'
import { asPaise } from '../money.ts'
import { OFFER_CODE_MAX_LENGTH } from '../pricing/offer.ts'
import { orderDetailsSchema, shownDetailsSchema } from './order-details.ts'
import { editRefusalSchema, orderEditSchema } from './order-edit.ts'
import {
  orderMoneySchema,
  orderPaymentSchema,
  owedRestSchema,
  refundSchema,
  timelineEventSchema,
} from './order-payment.ts'
import { DELIVERY_STATUSES, ORDER_STATUSES } from './order-status.ts'
import { NOTHING_TO_PURCHASE, TOTAL_INVALID } from './order-texts.ts'
import { parcelSchema } from './parcel.ts'
import { paymentChoiceSchema } from './payment-details.ts'
import { shippingAddressSchema } from './shipping-address.ts'

/** The largest page of orders, and the page size of a request without `limit`. */
const PAGE_SIZE_MAX = 200

export const purchaseIdSchema = z.string().check(z.minLength(1), z.maxLength(128))

const purchaseItemSchema = z.object({
  /** Optional, because the specification does not have this field. */
  productId: z.optional(z.string()),
  name: z.string(),
  imageUrl: z.string(),
  category: z.string(),
  /** The units that were ordered. */
  quantity: z.int().check(z.gte(1)),
  /** The units without those that were refunded or cancelled. Absent while all units remain. */
  remaining: z.optional(z.int()),
  /** The price in rupees when the order was placed. */
  price: priceSchema,
})

/** What one offer has taken off an order. */
export const orderDiscountSchema = z.object({
  name: z.string(),
  code: z.optional(z.string()),
  /** What it takes off, delivery included. */
  amount: amountSchema,
  /** What it takes off the delivery alone. Absent for nothing. */
  delivery: z.optional(amountSchema),
})
export type OrderDiscount = z.infer<typeof orderDiscountSchema>

/** A bill or credit note of an order: `id` is a part of the address of its PDF. */
export const billSchema = z.object({
  /** `bill` for the bill; for a credit note the id of its refund, or `cancelled` for a cancelled order. */
  id: z.string(),
  number: z.string(),
})

/** An order that replaces units of another one. */
export const replacementSchema = z.object({ purchaseId: z.string(), at: z.iso.datetime() })

/**
 * The fields of an order that its shopper and the holder of its link see. The optional fields are
 * additions to the specification. Another implementation of the specification does not send them.
 */
export const orderFields = {
  purchaseId: purchaseIdSchema,
  transactionId: z.string(),
  orderStatus: openEnum(ORDER_STATUSES),
  deliveryStatus: openEnum(DELIVERY_STATUSES),
  estimatedDelivery: z.iso.datetime(),
  purchaseDate: z.iso.datetime(),
  /** The total of everything that was ordered, in rupees, delivery included. */
  totalAmount: amountSchema,
  totalItems: z.int().check(z.gte(1)),
  /** What is paid for delivery. Absent means free. */
  shippingFee: z.optional(amountSchema),
  /** What offers have taken off. Absent if none has. */
  discounts: z.optional(z.array(orderDiscountSchema)),
  items: z.array(purchaseItemSchema),
  paymentDetails: z.object({
    method: openEnum(PAYMENT_METHODS),
    transactionId: z.string(),
  }),
  payment: z.optional(orderPaymentSchema),
  /** What is left to pay after an edit of the paid order. Absent if nothing is. */
  owed: z.optional(owedRestSchema),
  /** What the shopper says was paid for a change, when its time is over and the shop still looks for it. */
  soughtAmount: z.optional(amountSchema),
  /** Whether the shopper may cancel the order: until packing begins. */
  mayCancel: z.optional(z.boolean()),
  /** Absent until the order is given to a courier, and when the courier is not known. */
  parcels: z.optional(z.array(parcelSchema)),
  refunds: z.optional(z.array(refundSchema)),
  /** Absent unless money goes back. */
  money: z.optional(orderMoneySchema),
  /** The bill and its credit notes, each of which is a PDF. Absent until the bill is made. */
  bills: z.optional(z.array(billSchema)),
  /**
   * A small order may have no bill of its own, but be on one bill with others of its day: that day. Absent
   * for other orders, and once that bill is made.
   */
  onBillOf: z.optional(z.string()),
  /** The shopper has asked for a bill of their own. */
  wantsOwnBill: z.optional(z.literal(true)),
  /** The order whose units this one replaces. It costs nothing. Absent for every other order. */
  replaces: z.optional(z.string()),
  /** The orders that replace units of this one, oldest first. */
  replacements: z.optional(z.array(replacementSchema)),
  /** What the shop has changed since the order was placed, oldest first. Absent for nothing. */
  edits: z.optional(z.array(orderEditSchema)),
  /** What refusing the edits does. Absent if they cannot be refused. */
  editRefusal: z.optional(editRefusalSchema),
  /** What happened to the order, oldest first. */
  timeline: z.optional(z.array(timelineEventSchema)),
}

export const purchaseSchema = z.object({
  ...orderFields,
  shippingAddress: shippingAddressSchema,
  details: shownDetailsSchema,
})

export type Purchase = z.infer<typeof purchaseSchema>

// The total is rounded to paise, because a client's sum of rupee fractions is slightly inexact.
export const shownTotalSchema = z.pipe(
  z
    .number(TOTAL_INVALID)
    .check(
      z.nonnegative(TOTAL_INVALID),
      z.lte(PRICE_MAX_RUPEES * LINE_QUANTITY_MAX * CART_LINES_MAX, TOTAL_INVALID),
    ),
  z.transform((rupees: number) => asPaise(Math.round(rupees * 100))),
)

export const placePurchaseSchema = z.object({
  items: z
    .array(cartItemInputSchema)
    .check(z.minLength(1, NOTHING_TO_PURCHASE), z.maxLength(CART_LINES_MAX, CART_FULL)),
  /** The total that the shopper saw. The order is refused when the server computes another one. */
  totalAmount: shownTotalSchema,
  paymentDetails: paymentChoiceSchema,
  shippingAddress: shippingAddressSchema,
  details: z.optional(orderDetailsSchema),
  /** A code that the shopper has entered. A code without effect is not refused, but the total may differ. */
  offerCode: z.optional(z.string().check(z.maxLength(OFFER_CODE_MAX_LENGTH))),
})

export type PlacePurchaseBody = z.output<typeof placePurchaseSchema>

export const purchasePageSchema = z.object({
  purchases: z.array(purchaseSchema),
  /** Null on the last page. */
  nextCursor: z.nullable(z.string()),
})

export type PurchasePage = z.infer<typeof purchasePageSchema>

const shopperParams = z.strictObject({ userId: userIdSchema })

export const placePurchase = {
  method: 'POST',
  path: '/purchases/:userId',
  access: 'self',
  summary:
    'Place an order. A used Idempotency-Key places no second order. Without a key, the same request places a second order only after 24 hours, after the cart has changed, or after the first was cancelled or declined',
  params: shopperParams,
  body: placePurchaseSchema,
  reply: dataReply(purchaseSchema),
  status: 201,
  weight: 10,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint

export const listPurchases = {
  method: 'GET',
  path: '/purchases/:userId',
  access: 'self',
  summary:
    'Past orders, newest first: up to 200 of them, or up to `limit`, and fewer when they have many lines; `nextCursor` leads to older ones',
  params: shopperParams,
  query: z.object({
    limit: z.prefault(pageSizeSchema(PAGE_SIZE_MAX), PAGE_SIZE_MAX),
    cursor: z.optional(z.string().check(z.maxLength(512))),
  }),
  reply: dataReply(purchasePageSchema),
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const setOrderStatus = {
  method: 'PUT',
  path: '/purchases/order/:orderId/status',
  access: 'admin',
  summary: 'Change the status of an order or of its delivery; only the allowed next statuses are accepted',
  params: z.strictObject({ orderId: purchaseIdSchema }),
  body: z.object({
    orderStatus: z.optional(z.enum(ORDER_STATUSES)),
    deliveryStatus: z.optional(z.enum(DELIVERY_STATUSES)),
  }),
  reply: dataReply(purchaseSchema),
  status: 200,
} as const satisfies Endpoint

export const getPurchase = {
  method: 'GET',
  path: '/purchases/order/:orderId',
  access: 'owner',
  summary: 'One order, by its purchaseId',
  params: z.strictObject({ orderId: purchaseIdSchema }),
  reply: dataReply(purchaseSchema),
  status: 200,
} as const satisfies Endpoint
