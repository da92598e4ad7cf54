import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { amountSchema, oneLineSchema } from '../../fields.ts'
import { isRupeeAmount } from '../../money.ts'
import { hasNoCardNumber } from '../order-actions.ts'
import { NO_CARD_NUMBERS } from '../order-texts.ts'
import { purchaseIdSchema } from '../purchase.ts'

/** The most parcels that one payment of a courier covers. */
const CASH_LINES_MAX = 90

/** The id of a payment has its time, and the idempotency key of its request, which has up to 128 characters. */
const PAYMENT_ID_MAX_LENGTH = 160

const COURIER_INVALID = 'Please say which courier has paid'
const REFERENCE_INVALID = 'A reference is one line of at most 100 characters'
const DAY_INVALID = 'A day is written as 2026-01-31'
const AMOUNT_INVALID = 'An amount is in rupees with at most two decimals, and above zero'
const LINE_AMOUNT_INVALID = 'An amount is in rupees with at most two decimals, and not zero'
const LINES_INVALID = `Please paste 1 to ${CASH_LINES_MAX} lines with a number and an amount`
const NUMBER_INVALID = 'A number has at most 64 letters, digits and dashes'

const paidAmount = z
  .number(AMOUNT_INVALID)
  .check(z.gt(0, AMOUNT_INVALID), z.lte(100_000_000, AMOUNT_INVALID), z.refine(isRupeeAmount, AMOUNT_INVALID))

/** The amount for one parcel. Below zero if the courier deducts what it has paid for a parcel that came back. */
const lineAmount = z.number(LINE_AMOUNT_INVALID).check(
  z.refine((value) => value !== 0 && isRupeeAmount(Math.abs(value)), LINE_AMOUNT_INVALID),
  z.lte(100_000_000, LINE_AMOUNT_INVALID),
  z.gte(-100_000_000, LINE_AMOUNT_INVALID),
)
const signedAmount = z.number().check(z.refine((value) => isRupeeAmount(Math.abs(value))))

export const courierPaymentSchema = z.strictObject({
  courier: oneLineSchema(100, COURIER_INVALID).check(z.minLength(1, COURIER_INVALID)),
  /** When the money arrived. */
  day: z.iso.date(DAY_INVALID),
  /** What arrived in all. */
  amount: paidAmount,
  reference: z.optional(
    oneLineSchema(100, REFERENCE_INVALID).check(z.refine(hasNoCardNumber, NO_CARD_NUMBERS)),
  ),
  /** What the courier has paid for each parcel: its tracking number, or the number of its order. */
  lines: z
    .array(
      z.strictObject({
        number: z.string(NUMBER_INVALID).check(z.trim(), z.regex(/^#?[\dA-Za-z-]{1,64}$/, NUMBER_INVALID)),
        amount: lineAmount,
      }),
      LINES_INVALID,
    )
    .check(z.minLength(1, LINES_INVALID), z.maxLength(CASH_LINES_MAX, LINES_INVALID)),
})

const owedOrderSchema = z.object({
  orderId: purchaseIdSchema,
  courier: z.string(),
  trackingNumber: z.optional(z.string()),
  /** When the parcel was handed over. */
  shippedAt: z.string(),
  isDelivered: z.boolean(),
  /** Whether the parcel came back after the courier had paid for it. The shop owes the courier that money. */
  hasComeBack: z.boolean(),
  /** What the courier collects. */
  amount: amountSchema,
  /** What the courier has paid of it. */
  paid: signedAmount,
})
export type OwedOrder = z.infer<typeof owedOrderSchema>

const courierPaymentReply = z.object({
  paymentId: z.string(),
  courier: z.string(),
  day: z.string(),
  amount: amountSchema,
  reference: z.optional(z.string()),
  by: z.string(),
  at: z.string(),
  /** When an operator said that the payment was entered by mistake. */
  undoneAt: z.optional(z.string()),
  lines: z.array(
    z.object({
      /** Absent if no order with unpaid cash has this number. */
      orderId: z.optional(z.string()),
      number: z.string(),
      amount: signedAmount,
      /** What the courier still owed for the order; absent without an order. */
      owed: z.optional(signedAmount),
    }),
  ),
})
export type CourierPayment = z.infer<typeof courierPaymentReply>

const courierCashSchema = z.object({
  /** What each courier owes for all of its orders, also those of other pages. */
  couriers: z.array(z.object({ courier: z.string(), orders: z.int(), owed: signedAmount })),
  /** Cash orders that a courier has, and has not paid for in full. The oldest first. */
  orders: z.array(owedOrderSchema),
  nextCursor: z.nullable(z.string()),
  /** The newest payments, newest first. */
  payments: z.array(courierPaymentReply),
})

export const getCourierCash = {
  method: 'GET',
  path: '/admin/courier-cash',
  access: 'admin',
  summary: 'Cash that couriers collect on delivery and have not paid in yet, and what they have paid',
  query: z.strictObject({ cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
  reply: dataReply(courierCashSchema),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const getCourierCashTable = {
  method: 'GET',
  path: '/admin/courier-cash/table',
  access: 'admin',
  summary: 'The cash orders that couriers have not paid for in full, as a CSV file',
  file: { type: 'text/csv' },
  reply: z.unknown(),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const recordCourierPayment = {
  method: 'POST',
  path: '/admin/courier-cash/payments',
  access: 'admin',
  summary:
    'A courier has paid collected cash in, for the parcels that are listed. The same Idempotency-Key records it once',
  body: courierPaymentSchema,
  reply: dataReply(courierCashSchema),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const undoCourierPayment = {
  method: 'POST',
  path: '/admin/courier-cash/payments/:paymentId/undo',
  access: 'admin',
  summary: 'A payment of a courier was entered by mistake. Its orders are open again. Safe to repeat',
  params: z.strictObject({ paymentId: z.string().check(z.maxLength(PAYMENT_ID_MAX_LENGTH)) }),
  body: z.strictObject({}),
  reply: dataReply(courierCashSchema),
  status: 200,
  weight: 20,
} as const satisfies Endpoint
