import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { productIdSchema } from '../../fields.ts'
import { searchAndPageFields } from '../../search-and-page.ts'
import { orderRowSchema, WORK_STATES } from './desk-order.ts'

const TIME_INVALID = 'A time is written as 2026-01-31T00:00:00.000Z'
const time = z.iso.datetime(TIME_INVALID)

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
    /** The name of a state of India, as it is written in the address. */
    state: z.optional(z.string().check(z.maxLength(100))),
    product: z.optional(productIdSchema),
    /** Orders that were placed from this time on. */
    from: z.optional(time),
    /** Orders that were placed before this time. */
    until: z.optional(time),
    /**
     * `search` is an order number, a name, a phone number or an e-mail address, or the beginning of
     * one. Or it is the last digits of a phone number, at least four.
     */
    ...searchAndPageFields,
  }),
  reply: dataReply(z.object({ orders: z.array(orderRowSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
  weight: 5,
} as const satisfies Endpoint

/** The pack queue has at most this many orders. */
export const PACK_QUEUE_MAX = 200

export const listPackQueue = {
  method: 'GET',
  path: '/admin/orders/pack-queue',
  access: 'admin',
  summary: `The orders to pack that have waited longest, oldest first, at most ${PACK_QUEUE_MAX}`,
  reply: dataReply(z.object({ orderIds: z.array(z.string()) })),
  status: 200,
} as const satisfies Endpoint
