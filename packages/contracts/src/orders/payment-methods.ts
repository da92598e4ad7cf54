import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '../constants.ts'
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
  /** Who takes the money; absent for cash. */
  provider: z.optional(openEnum(PAYMENT_PROVIDERS)),
})

export type OfferedMethod = z.infer<typeof offeredMethodSchema>

/** An order with a method that is not in this list is refused with PAYMENT_METHOD_UNAVAILABLE. */
export const getPaymentMethods = {
  method: 'GET',
  path: '/payment-methods',
  access: 'public',
  summary:
    'Whether the shop takes orders, and the ways to pay that it offers, in the order in which checkout shows them',
  reply: dataReply(
    z.object({
      methods: z.array(offeredMethodSchema),
      /** False for a shop that is not open yet or pauses. It refuses every order with SHOP_NOT_OPEN. */
      takesOrders: z.boolean(),
      /** Why the shop pauses, and on which day it takes orders again. Absent while it does not pause. */
      pause: z.optional(z.object({ text: z.string(), until: z.string() })),
      /**
       * Whether checkout says that the simulator moves no money. True if the simulator was chosen. A demo
       * on one machine has the simulator by default, and then shows the specification's texts only.
       */
      isTrial: z.boolean(),
      /**
       * The origins of the providers' pages, to which the browser posts a form. Also of a provider that
       * takes no new orders, because an open order may still be paid there.
       */
      formOrigins: z._default(z.array(z.string()), []),
    }),
  ),
  status: 200,
} as const satisfies Endpoint
