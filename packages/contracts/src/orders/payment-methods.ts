import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { PAYMENT_METHODS } from '../constants.ts'
import { amountSchema, openEnum } from '../fields.ts'

/**
 * How the shopper pays with a method:
 * - `fields`: the shopper fills in the fields of the method on our page
 * - `redirect`: the shopper pays on the provider's page
 * - `upiQr`: the shopper scans a QR code and pays to the shop's own UPI id
 * - `onDelivery`: cash
 */
export const PAYMENT_WAYS = ['fields', 'redirect', 'upiQr', 'onDelivery'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** The checkout does not show a method that it does not know, nor one with an unknown way. */
const offeredMethodSchema = z.object({
  method: openEnum(PAYMENT_METHODS),
  way: openEnum(PAYMENT_WAYS),
  /** The largest order that may be paid this way, in rupees; absent when there is no limit. */
  maxAmount: z.optional(amountSchema),
})

export type OfferedMethod = z.infer<typeof offeredMethodSchema>

/** An order with a method that is not in this list is refused with PAYMENT_METHOD_UNAVAILABLE. */
export const getPaymentMethods = {
  method: 'GET',
  path: '/payment-methods',
  access: 'public',
  summary: 'The ways to pay that the shop offers, in the order in which checkout shows them',
  reply: dataReply(z.object({ methods: z.array(offeredMethodSchema) })),
  status: 200,
} as const satisfies Endpoint
