import * as z from 'zod/mini'
import { emailField } from '../../account/account-fields.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { cartItemInputSchema } from '../../cart/cart-input.ts'
import { CART_FULL } from '../../cart/cart-texts.ts'
import { CART_LINES_MAX, EMAIL_MAX_LENGTH, LINE_QUANTITY_MAX, PRICE_MAX_RUPEES } from '../../constants.ts'
import { amountSchema } from '../../fields.ts'
import { orderDetailsSchema } from '../order-details.ts'
import { NOTHING_TO_PURCHASE } from '../order-texts.ts'
import { withWesternDigits } from '../phone.ts'
import { orderDiscountSchema, placePurchaseSchema } from '../purchase.ts'
import { shippingAddressSchema } from '../shipping-address.ts'
import { deskOrderSchema } from './desk-order.ts'

/** How long an order that an operator took waits for the payment by its link. */
export const LINK_HOURS = 24
/** How many orders of one operator may wait for a payment at once. */
export const WAITING_PER_OPERATOR = 20

const DISCOUNT_INVALID = 'A discount is at least ₹1'
const REASON_REQUIRED = 'Say why, in 3 to 100 characters: the bill shows it'
const PHONE_REQUIRED = 'A phone number has ten digits'
const NAME_REQUIRED = 'The name of the customer is missing'

/** What an operator takes off the goods. It replaces the offers of the shop. */
const discountSchema = z.object({
  amount: z
    .number(DISCOUNT_INVALID)
    .check(z.gte(1, DISCOUNT_INVALID), z.lte(PRICE_MAX_RUPEES * LINE_QUANTITY_MAX, DISCOUNT_INVALID)),
  reason: z
    .string(REASON_REQUIRED)
    .check(
      z.trim(),
      z.minLength(3, REASON_REQUIRED),
      z.maxLength(100, REASON_REQUIRED),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, REASON_REQUIRED),
    ),
})

const items = z
  .array(cartItemInputSchema)
  .check(z.minLength(1, NOTHING_TO_PURCHASE), z.maxLength(CART_LINES_MAX, CART_FULL))

/**
 * - `link`: the customer pays on the page of the order, by the method
 * - `cash`: the operator has the money
 * - `onDelivery`: in cash when the goods are handed over
 */
const payment = z.discriminatedUnion('way', [
  z.object({ way: z.literal('link'), method: z.enum(['card', 'upi', 'netbanking']) }),
  z.object({ way: z.literal('cash') }),
  z.object({ way: z.literal('onDelivery') }),
])

/** The name and the phone number of a customer who collects the order in the shop. */
const collectorSchema = z.object({
  fullName: shippingAddressSchema.shape.fullName.check(z.minLength(1, NAME_REQUIRED)),
  phoneNumber: z
    .string(PHONE_REQUIRED)
    .check(z.trim(), z.overwrite(withWesternDigits), z.regex(/^\+?(?:[\s-]*\d){10,13}$/, PHONE_REQUIRED)),
})

const takeOrderBody = z.object({
  items,
  totalAmount: placePurchaseSchema.shape.totalAmount,
  payment,
  discount: z.optional(discountSchema),
  /** The address for mails. If absent, no mail is sent. */
  email: z.optional(emailField),
  /** Absent for an order that the customer collects. Such an order has a `collector` instead. */
  address: z.optional(shippingAddressSchema),
  collector: z.optional(collectorSchema),
  details: z.optional(orderDetailsSchema),
  /** The row of the customer whom the operator has chosen. The order is shown there. */
  customerId: z.optional(z.string().check(z.maxLength(128))),
})
export type TakeOrderBody = z.output<typeof takeOrderBody>

export const takeOrder = {
  method: 'POST',
  path: '/admin/orders',
  access: 'admin',
  summary:
    'Place an order for a customer who rings, writes or stands in the shop. Needs an Idempotency-Key; the same one a second time places nothing',
  body: takeOrderBody,
  reply: dataReply(z.object({ order: deskOrderSchema })),
  status: 201,
  weight: 10,
} as const satisfies Endpoint

const quoteOrderBody = z.object({
  items,
  discount: z.optional(discountSchema),
  phone: z.optional(z.string().check(z.maxLength(40))),
  /** A first order may have an offer of its own. */
  email: z.optional(z.string().check(z.maxLength(EMAIL_MAX_LENGTH))),
  /** Absent for an order that is collected. */
  address: z.optional(
    z.object({ pincode: z.string().check(z.maxLength(100)), state: z.string().check(z.maxLength(100)) }),
  ),
})
export type QuoteOrderBody = z.output<typeof quoteOrderBody>

const orderQuoteSchema = z.object({
  discounts: z.optional(z.array(orderDiscountSchema)),
  shippingFee: amountSchema,
  totalAmount: amountSchema,
})
export type OrderQuote = z.output<typeof orderQuoteSchema>

export const quoteOrder = {
  method: 'POST',
  path: '/admin/orders/quote',
  access: 'admin',
  summary: 'What an order would cost now, by the rules of the checkout. Stores nothing',
  body: quoteOrderBody,
  reply: dataReply(orderQuoteSchema),
  status: 200,
  weight: 3,
} as const satisfies Endpoint
