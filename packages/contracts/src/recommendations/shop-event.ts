import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { LINE_QUANTITY_MAX, SHOP_EVENTS_MAX } from '../constants.ts'
import { productIdSchema, userIdSchema } from '../fields.ts'

const commonFields = {
  /** Identifies the event, so that a repeated delivery counts once. */
  id: z.string().check(z.minLength(1), z.maxLength(300)),
  userId: userIdSchema,
  at: z.iso.datetime(),
}

const quantity = z.int().check(z.gte(0), z.lte(LINE_QUANTITY_MAX))
const line = z.strictObject({ productId: productIdSchema, quantity })

/** The events that the shop and the user pool publish to the recommendation service. */
const shopEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...commonFields, kind: z.literal('view'), productId: productIdSchema }),
  z.strictObject({
    ...commonFields,
    kind: z.literal('cart'),
    /**
     * The cart's version after the change. Events may arrive in the wrong order. So the quantity of
     * a line is taken from the event with the highest version.
     */
    version: z.int().check(z.nonnegative()),
    /** The changed lines with their new quantities; a removed line has quantity 0. */
    lines: z.array(line),
  }),
  z.strictObject({ ...commonFields, kind: z.literal('purchase'), lines: z.array(line) }),
  /** The account was deleted, so all data of the user must be deleted. */
  z.strictObject({ ...commonFields, kind: z.literal('accountDeleted') }),
])

export type ShopEvent = z.infer<typeof shopEventSchema>

/**
 * Only our own services call this endpoint. Its access is `public`, because the route checks the
 * key of the service instead of an access token.
 */
export const storeEvents = {
  method: 'POST',
  path: '/internal/events',
  access: 'public',
  summary: 'Store events of shoppers; repeated events change nothing',
  body: z.strictObject({ events: z.array(shopEventSchema).check(z.maxLength(SHOP_EVENTS_MAX)) }),
  /** `taken` is the number of events in the request. */
  reply: dataReply(z.object({ taken: z.int() })),
  status: 200,
} as const satisfies Endpoint

/** One action of a shopper, as the recommendation service stores it. */
export const interactionSchema = z.object({
  productId: z.string(),
  kind: z.enum(['view', 'cart', 'purchase']),
  quantity: z.int(),
  at: z.iso.datetime(),
})

export type StoredInteraction = z.infer<typeof interactionSchema>

/** Only our own services call this endpoint, with their key, like `storeEvents`. */
export const listInteractions = {
  method: 'GET',
  path: '/internal/events/:userId',
  access: 'public',
  summary: 'Everything that is stored about a shopper, oldest first',
  params: z.strictObject({ userId: userIdSchema }),
  reply: dataReply(z.array(interactionSchema)),
  status: 200,
} as const satisfies Endpoint
