import { cartItemSchema } from '@nashta/contracts/cart/cart'
import { productIdSchema, productSchema } from '@nashta/contracts/catalogue/product'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import * as z from 'zod/mini'
import {
  CART_INTENT_KEY,
  GUEST_CART_KEY,
  LAST_SYNC_KEY,
  PRODUCT_CACHE_KEY,
  userCartKey,
} from './storage-keys.ts'

const quantity = z.int().check(z.gte(0), z.lte(LINE_QUANTITY_MAX))
const idOfOurs = z.string().check(z.minLength(1))
const instant = z.int()

const guestCartSchema = z.object({
  items: z.array(
    z.extend(z.omit(cartItemSchema, { quantity: true }), {
      /** Copied from the owner's cart at sign-out. */
      base: quantity,
      /** Added since; the line's quantity is both together. */
      added: quantity,
    }),
  ),
  /** The owner's quantities at sign-out, by product: what is gone since was removed by hand. */
  snapshot: z.record(productIdSchema, quantity),
  /** A hash of the `sub` whose cart was copied; null for a cart that always was a guest's. */
  owner: z.nullable(z.string()),
  /** Names the merge to come, so that it happens once. */
  mergeId: idOfOurs,
  /** When a copy is no longer to be kept, in milliseconds since 1970. */
  expiresAt: z.optional(instant),
})

export type GuestCart = z.infer<typeof guestCartSchema>

const operation = {
  /** Goes with every attempt to send it, so that the store does it once. */
  id: idOfOurs,
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
    /** What is known of the products that join, to be shown until the store has answered. */
    joining: z.array(cartItemSchema),
  }),
])

/** A click that the store has to hear of. */
export type CartOperation = z.infer<typeof cartOperationSchema>

const userCartSchema = z.object({
  /** The server cart as last heard of, and its version. */
  items: z.array(cartItemSchema),
  version: z.int().check(z.nonnegative()),
  /** Not before the store has answered once; until then the items are a guess. */
  heard: z.boolean(),
  /** Oldest first; the cart shown is `items` after all of these. */
  queue: z.array(cartOperationSchema),
  /** The last operation that the store refused, until the shopper has seen it. */
  failure: z.nullable(z.object({ id: z.string(), message: z.string() })),
  /** What a guest's cart brought along at sign-in, until the shopper has seen it. */
  receipt: z.nullable(z.object({ mergeId: idOfOurs, joined: z.array(cartItemSchema) })),
})

export type UserCart = z.infer<typeof userCartSchema>

const cartIntentSchema = z.object({ id: idOfOurs, item: cartItemSchema, expiresAt: instant })

/** Something to be added as soon as the shopper has signed in. */
export type CartIntent = z.infer<typeof cartIntentSchema>

export const productCacheRecord = { key: PRODUCT_CACHE_KEY, version: 1, data: z.array(productSchema) }
export const lastSyncRecord = { key: LAST_SYNC_KEY, version: 1, data: z.iso.datetime() }
export const guestCartRecord = { key: GUEST_CART_KEY, version: 1, data: guestCartSchema }
export const cartIntentRecord = { key: CART_INTENT_KEY, version: 1, data: cartIntentSchema }

export function userCartRecord(userId: string) {
  return { key: userCartKey(userId), version: 1, data: userCartSchema }
}
