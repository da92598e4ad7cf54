import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { PAYMENT_METHODS } from '../constants.ts'
import { amountSchema } from '../fields.ts'

/**
 * How the shopper pays with a method:
 * - `fields`: the shopper fills in the fields of the method on our page
 * - `redirect`: the shopper pays on the provider's page
 * - `upiQr`: the shopper scans a QR code and pays to the shop's own UPI id
 * - `onDelivery`: cash
 */
export const PAYMENT_WAYS = ['fields', 'redirect', 'upiQr', 'onDelivery'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

const offeredMethodSchema = z.object({
  method: z.union([z.enum(PAYMENT_METHODS), z.string()]),
  way: z.union([z.enum(PAYMENT_WAYS), z.string()]),
  /** The largest order that may be paid this way, in rupees; absent without a limit. */
  maxAmount: z.optional(amountSchema),
})

export type OfferedMethod = z.infer<typeof offeredMethodSchema>

/** A method that is not in the list is refused with PAYMENT_METHOD_UNAVAILABLE. */
export const getPaymentMethods = {
  method: 'GET',
  path: '/payment-methods',
  access: 'public',
  summary: 'The ways to pay that the shop offers, in the order in which checkout shows them',
  reply: dataReply(z.object({ methods: z.array(offeredMethodSchema) })),
  status: 200,
} as const satisfies Endpoint
