import { cartItemSchema } from '@nashta/contracts/cart/cart'
import { productSchema } from '@nashta/contracts/catalogue/product'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { productIdSchema } from '@nashta/contracts/fields'
import * as z from 'zod/mini'

const quantity = z.int().check(z.gte(0), z.lte(LINE_QUANTITY_MAX))
const storedId = z.string().check(z.minLength(1))
const instant = z.int()

const guestCartSchema = z.object({
  items: z.array(
    z.extend(z.omit(cartItemSchema, { quantity: true }), {
      /** Copied from the owner's cart at sign-out. */
      base: quantity,
      /** Added since then. The quantity of the line is the sum of both. */
      added: quantity,
    }),
  ),
  /** The owner's quantities at sign-out, by product: a product that is missing now was removed by the guest. */
  snapshot: z.record(productIdSchema, quantity),
  /** A hash of the `sub` whose cart was copied; null for a cart that always was a guest's. */
  owner: z.nullable(z.string()),
  /** The id of the coming merge, which makes it safe to repeat. */
  mergeId: storedId,
  /** When a copy expires, in milliseconds since 1970. */
  expiresAt: z.optional(instant),
})

export type GuestCart = z.infer<typeof guestCartSchema>

const operation = {
  /** The idempotency key of every attempt to send it. */
  id: storedId,
  /** When it was first sent, in milliseconds since 1970. */
  triedAt: z.optional(instant),
}

const cartOperationSchema = z.discriminatedUnion('kind', [
  z.object({ ...operation, kind: z.literal('add'), item: cartItemSchema }),
  z.object({ ...operation, kind: z.literal('remove'), productId: productIdSchema }),
  z.object({ ...operation, kind: z.literal('clear') }),
  z.object({
    ...operation,
    kind: z.literal('merge'),
    delta: z.array(z.object({ productId: productIdSchema, quantity: z.int() })),
    /** The lines that the merge adds, shown until the store responds. */
    joining: z.array(cartItemSchema),
  }),
])

/** A change of the cart that the store has not confirmed. */
export type CartOperation = z.infer<typeof cartOperationSchema>

const userCartSchema = z.object({
  /** The server cart of the last response, and its version. */
  items: z.array(cartItemSchema),
  version: z.int().check(z.nonnegative()),
  /** False until the first response of the store. */
  heard: z.boolean(),
  /** Oldest first; the cart shown is `items` after all of these. */
  queue: z.array(cartOperationSchema),
  /** The last operation that the store refused, until the shopper has seen it. */
  failure: z.nullable(z.object({ id: z.string(), message: z.string() })),
  /** The lines that the guest cart added at sign-in, until the shopper has seen them. */
  receipt: z.nullable(z.object({ mergeId: storedId, joined: z.array(cartItemSchema) })),
})

export type UserCart = z.infer<typeof userCartSchema>

const cartIntentSchema = z.object({ id: storedId, item: cartItemSchema, expiresAt: instant })

/** A product to add as soon as the shopper has signed in. */
export type CartIntent = z.infer<typeof cartIntentSchema>

export const productCacheRecord = { key: 'nashta.products', version: 1, data: z.array(productSchema) }
export const lastSyncRecord = { key: 'nashta.last-sync', version: 1, data: z.iso.datetime() }
export const guestCartRecord = { key: 'nashta.guest-cart', version: 1, data: guestCartSchema }
export const cartIntentRecord = { key: 'nashta.cart-intent', version: 1, data: cartIntentSchema }

export function userCartRecord(userId: string) {
  return { key: `nashta.cart.${userId}`, version: 1, data: userCartSchema }
}
