import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { amountSchema, pageSizeSchema, productIdSchema } from '../fields.ts'
import { hasNoCardNumber, reason } from './order-actions.ts'
import { refundSchema } from './order-payment.ts'
import { CANCEL_REASON_REQUIRED, NO_CARD_NUMBERS } from './order-texts.ts'
import { purchaseIdSchema, purchaseSchema } from './purchase.ts'
import { shipmentSchema } from './shipment.ts'
import { shippingAddressSchema } from './shipping-address.ts'

/**
 * What an operator has to do for an order. Each order has one.
 * - `waiting`: the shopper still has to pay
 * - `confirm`: an operator confirms a payment that the shopper says was made, or a cash order
 * - `pack`, `handOver`: to be packed; packed and to be given to the courier
 * - `onTheWay`, `delivered`, `cancelled`: nothing to do
 * - `problem`: the outcome of the payment is unknown, or a refund failed or is to be paid by hand
 */
const WORK_STATES = [
  'waiting',
  'confirm',
  'pack',
  'handOver',
  'onTheWay',
  'delivered',
  'cancelled',
  'problem',
] as const
export type WorkState = (typeof WORK_STATES)[number]

export const ORDER_ACTIONS = ['confirm', 'pack', 'ship', 'deliver', 'cancel', 'refund'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** The actions that may be done for many orders at once. */
const BULK_ACTIONS = ['confirm', 'pack', 'ship', 'deliver', 'printed'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const ORDER_PAGE_SIZE = 50
const ORDER_PAGE_SIZE_MAX = 200
const BULK_ORDERS_MAX = 100

const NOTE_INVALID = 'A note has 1 to 500 characters'
const COURIER_INVALID = 'The name of a courier is one line of 1 to 100 characters'
const TRACKING_NUMBER_INVALID = 'A tracking number has at most 64 letters, digits and dashes'
const TRACKING_URL_INVALID = 'A tracking link is a web address that begins with https://'
const TIME_INVALID = 'A time is written as 2026-01-31T00:00:00.000Z'
const time = z.iso.datetime(TIME_INVALID)

const workState = z.union([z.enum(WORK_STATES), z.string()])

/**
 * One row of the list. A packer's rows have no amounts, and have names and towns only while the order has to be
 * packed or handed over.
 */
const orderRowSchema = z.object({
  purchaseId: purchaseIdSchema,
  purchaseDate: z.iso.datetime(),
  work: workState,
  orderStatus: z.string(),
  deliveryStatus: z.string(),
  totalItems: z.int(),
  name: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  totalAmount: z.optional(amountSchema),
  payment: z.optional(z.object({ method: z.string(), state: z.string() })),
  printedAt: z.optional(z.iso.datetime()),
  /** The version that an action on this order may name. */
  version: z.string(),
})
export type OrderRow = z.infer<typeof orderRowSchema>

export const listOrders = {
  method: 'GET',
  path: '/admin/orders',
  access: 'admin',
  summary:
    'Orders of all shoppers, newest first, by work state, status, payment, method, state, date, product or a search',
  query: z.strictObject({
    work: z.optional(z.enum(WORK_STATES)),
    orderStatus: z.optional(z.string().check(z.maxLength(32))),
    /** The state of the payment, such as `paid`. */
    payment: z.optional(z.string().check(z.maxLength(32))),
    method: z.optional(z.string().check(z.maxLength(32))),
    /** The name of a state of India as in the address. */
    state: z.optional(z.string().check(z.maxLength(100))),
    product: z.optional(productIdSchema),
    from: z.optional(time),
    until: z.optional(time),
    /** An order number or its end, a name, a phone number or an e-mail address. */
    search: z.optional(z.string().check(z.maxLength(200))),
    limit: z.prefault(pageSizeSchema(ORDER_PAGE_SIZE_MAX), ORDER_PAGE_SIZE),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  }),
  reply: dataReply(z.object({ orders: z.array(orderRowSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
} as const satisfies Endpoint

/** A line of an order. A packer's lines have no price. */
const deskLineSchema = z.object({
  productId: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  quantity: z.int(),
  price: z.optional(amountSchema),
  /** The allergens of the current product; absent when they are not known or the product was removed. */
  allergens: z.optional(z.array(z.string())),
})

const noteSchema = z.object({ at: z.iso.datetime(), by: z.string(), text: z.string() })

/** What an operator may do with a refund: pay it by hand, send it to the provider again, give it up. */
export const REFUND_ACTIONS = ['pay', 'retry', 'giveUp'] as const
export type RefundAction = (typeof REFUND_ACTIONS)[number]

const deskRefundSchema = z.object({
  ...refundSchema.shape,
  /** Whether a person pays it, and not the payment provider. */
  byHand: z.boolean(),
  /** What is possible now. */
  actions: z.array(z.string()),
})
export type DeskRefund = z.infer<typeof deskRefundSchema>

const deskOrderSchema = z.object({
  ...orderRowSchema.shape,
  lines: z.array(deskLineSchema),
  /** Whether packing has begun and ended. A shopper cannot cancel once it has begun. */
  packing: z.optional(z.object({ begunAt: z.iso.datetime(), packedAt: z.optional(z.iso.datetime()) })),
  shipment: z.optional(shipmentSchema),
  /** The following fields are absent for a caller who may not see them. */
  address: z.optional(shippingAddressSchema),
  customer: z.optional(z.object({ userId: z.string(), email: z.nullable(z.string()), phone: z.string() })),
  shippingFee: z.optional(amountSchema),
  payments: z.optional(purchaseSchema.shape.payment),
  refunds: z.optional(z.array(deskRefundSchema)),
  /** Whether a person pays refunds of this order: cash, and money on the shop's own UPI id. */
  refundsByHand: z.optional(z.boolean()),
  timeline: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.string(),
      note: z.optional(z.string()),
      amount: z.optional(amountSchema),
      /** The operator who did it. */
      by: z.optional(z.string()),
    }),
  ),
  notes: z.array(noteSchema),
  /** Every action, whether it is possible now, and if not, why. */
  actions: z.array(z.object({ action: z.string(), allowed: z.boolean(), reason: z.optional(z.string()) })),
})
export type DeskOrder = z.infer<typeof deskOrderSchema>

const orderParams = z.strictObject({ orderId: purchaseIdSchema })
/** The version that the operator has seen. The action is refused when the order has another one. */
const version = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))
const deskOrderReply = dataReply(deskOrderSchema)

export const getOrderForDesk = {
  method: 'GET',
  path: '/admin/orders/:orderId',
  access: 'admin',
  summary: 'One order with its customer, payments, notes and the actions that are possible now',
  params: orderParams,
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

export const packOrder = {
  method: 'POST',
  path: '/admin/orders/:orderId/pack',
  access: 'admin',
  summary: 'Begin or finish packing an order. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ step: z.enum(['begin', 'finish']), version }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

const shipmentInput = {
  courier: z
    .string(COURIER_INVALID)
    .check(
      z.trim(),
      z.minLength(1, COURIER_INVALID),
      z.maxLength(100, COURIER_INVALID),
      z.regex(/^[^\p{Cc}\p{Cf}]*$/u, COURIER_INVALID),
    ),
  trackingNumber: z.optional(
    z
      .string(TRACKING_NUMBER_INVALID)
      .check(z.trim(), z.regex(/^[\dA-Za-z-]{0,64}$/, TRACKING_NUMBER_INVALID)),
  ),
  trackingUrl: z.optional(
    z.string(TRACKING_URL_INVALID).check(
      z.trim(),
      z.maxLength(500, TRACKING_URL_INVALID),
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
  body: z.strictObject({ ...shipmentInput, version }),
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

export const cancelOrderByShop = {
  method: 'POST',
  path: '/admin/orders/:orderId/cancel',
  access: 'admin',
  summary: 'Cancel a whole order that is not delivered. Stock and money go back. Safe to repeat',
  params: orderParams,
  body: z.strictObject({ reason: reason(CANCEL_REASON_REQUIRED), version }),
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
  }),
  reply: deskOrderReply,
  status: 200,
} as const satisfies Endpoint

const orderIds = z.array(purchaseIdSchema).check(z.minLength(1), z.maxLength(BULK_ORDERS_MAX))

/** The result of a bulk action for one order. */
export type BulkResult = 'done' | 'unchanged' | 'refused'

export const bulkOrders = {
  method: 'POST',
  path: '/admin/orders/bulk',
  access: 'admin',
  summary: 'Do one action for many orders. Each succeeds or is refused on its own',
  body: z.strictObject({
    action: z.enum(BULK_ACTIONS),
    orderIds,
    /** Only for the action `ship`. */
    courier: z.optional(shipmentInput.courier),
  }),
  reply: dataReply(
    z.object({
      results: z.array(
        z.object({
          purchaseId: z.string(),
          result: z.string(),
          message: z.optional(z.string()),
          order: z.optional(orderRowSchema),
        }),
      ),
    }),
  ),
  status: 200,
} as const satisfies Endpoint

export const printOrders = {
  method: 'GET',
  path: '/admin/orders/print',
  access: 'admin',
  summary: 'What slips, labels and pick lists of these orders show, with the QR code of each label',
  query: z.strictObject({
    /** Order ids, separated by commas. */
    ids: z.pipe(
      z.string().check(z.maxLength(BULK_ORDERS_MAX * 129)),
      z.transform((text: string) => text.split(',')),
    ),
  }),
  reply: dataReply(
    z.object({
      documents: z.array(
        z.object({
          order: deskOrderSchema,
          address: shippingAddressSchema,
          /** The amount that the courier collects; absent when the order is paid. */
          collect: z.optional(amountSchema),
          /** An SVG document; the code is the order number. */
          qrSvg: z.string(),
        }),
      ),
    }),
  ),
  status: 200,
} as const satisfies Endpoint

/** The work to do, and the sales figures. A packer's reply has no revenue. */
export const getToday = {
  method: 'GET',
  path: '/admin/today',
  access: 'admin',
  summary: 'How many orders wait for which work, 14 days of orders and revenue, and today by hour',
  reply: dataReply(
    z.object({
      work: z.object({
        confirm: z.int(),
        pack: z.int(),
        handOver: z.int(),
        problem: z.int(),
        onTheWay: z.int(),
        waiting: z.int(),
      }),
      lowStock: z.int(),
      openTickets: z.int(),
      /** Oldest first; the last is today, in India. Cancelled orders do not count. */
      days: z.array(z.object({ date: z.string(), orders: z.int(), revenue: z.optional(amountSchema) })),
      /** 24 numbers each: orders by hour of today, and of the same weekday a week ago. */
      today: z.array(z.int()),
      weekAgo: z.array(z.int()),
    }),
  ),
  status: 200,
} as const satisfies Endpoint

const customerRowSchema = z.object({
  /** Names the customer in further calls: the `sub` of an account or the id of a guest. */
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  orders: z.int(),
  spent: amountSchema,
  lastOrderAt: z.iso.datetime(),
})
export type CustomerRow = z.infer<typeof customerRowSchema>

export const listCustomers = {
  method: 'GET',
  path: '/admin/customers',
  access: 'admin',
  summary:
    'Shoppers who have ordered, the latest first; with `search`, by name, phone number or e-mail address',
  query: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(200))),
    limit: z.prefault(pageSizeSchema(ORDER_PAGE_SIZE_MAX), ORDER_PAGE_SIZE),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  }),
  reply: dataReply(z.object({ customers: z.array(customerRowSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
} as const satisfies Endpoint

const customerParams = z.strictObject({ userId: z.string().check(z.minLength(1), z.maxLength(128)) })

export const getCustomer = {
  method: 'GET',
  path: '/admin/customers/:userId',
  access: 'admin',
  summary: 'One shopper: what they ordered and spent, and whether they get the newsletter',
  params: customerParams,
  reply: dataReply(
    z.object({
      customer: customerRowSchema,
      /** `none`, `pending`, `confirmed` or `unsubscribed`. */
      newsletter: z.string(),
      orders: z.array(orderRowSchema),
    }),
  ),
  status: 200,
} as const satisfies Endpoint

export const eraseCustomer = {
  method: 'POST',
  path: '/admin/customers/:userId/erase',
  access: 'admin',
  summary:
    'Erase the personal data and the account of a shopper on request; orders stay without the person. Safe to repeat',
  params: customerParams,
  body: z.strictObject({ confirm: z.literal('erase') }),
  reply: dataReply(
    z.object({
      erasedOrders: z.int(),
      /** `deleted`; `none` for a guest; `elsewhere` in a user pool that this store cannot change. */
      account: z.string(),
    }),
  ),
  status: 200,
} as const satisfies Endpoint

/** A name and password before the host could make a link look like one of another site. */
function isTrackingUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\p{Cc}\p{Cf}]/u.test(text)
  )
}
