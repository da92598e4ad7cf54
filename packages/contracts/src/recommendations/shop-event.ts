import * as z from 'zod/mini'
import { userIdSchema } from '../account/user-id.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema } from '../catalogue/product.ts'
import { LINE_QUANTITY_MAX, SHOP_EVENTS_MAX } from '../constants.ts'

const about = {
  /** The same id again is the same event: it may be told more than once, and counts once. */
  id: z.string().check(z.minLength(1), z.maxLength(300)),
  userId: userIdSchema,
  at: z.iso.datetime(),
}

const quantity = z.int().check(z.gte(0), z.lte(LINE_QUANTITY_MAX))
const line = z.strictObject({ productId: productIdSchema, quantity })

/** What the shop tells the recommendation service of its shoppers. */
export const shopEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...about, kind: z.literal('view'), productId: productIdSchema }),
  z.strictObject({
    ...about,
    kind: z.literal('cart'),
    /** Of the cart after the change: of two events about a line, the higher one is true. */
    version: z.int().check(z.nonnegative()),
    /** The lines that changed, as they are now; none of a product is a quantity of 0. */
    lines: z.array(line),
  }),
  z.strictObject({ ...about, kind: z.literal('purchase'), lines: z.array(line) }),
  /** The shopper is no more; nothing of theirs may be kept. */
  z.strictObject({ ...about, kind: z.literal('forget') }),
])

export type ShopEvent = z.infer<typeof shopEventSchema>

/** Between our own services, never from a browser. */
export const takeEvents = {
  method: 'POST',
  path: '/internal/events',
  access: 'public',
  summary: 'Take in what shoppers did; events that are known change nothing',
  body: z.strictObject({ events: z.array(shopEventSchema).check(z.maxLength(SHOP_EVENTS_MAX)) }),
  reply: dataReply(z.strictObject({ taken: z.int() })),
  status: 200,
} as const satisfies Endpoint
