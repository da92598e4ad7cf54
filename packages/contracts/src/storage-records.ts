import * as z from 'zod/mini'
import { cartItemSchema } from './cart.ts'
import { LINE_QUANTITY_MAX } from './constants.ts'
import { productIdSchema, productSchema } from './product.ts'
import {
  CURRENT_USER_KEY,
  GUEST_CART_KEY,
  LAST_SYNC_KEY,
  PRODUCT_CACHE_KEY,
  TOKENS_KEY,
  userCartKey,
} from './storage-keys.ts'
import { currentUserSchema, tokensSchema } from './user.ts'

const quantity = z.int().check(z.gte(0), z.lte(LINE_QUANTITY_MAX))

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
  mergeId: z.string().check(z.minLength(1)),
})

export type GuestCart = z.infer<typeof guestCartSchema>

export const productCacheRecord = { key: PRODUCT_CACHE_KEY, version: 1, data: z.array(productSchema) }
export const lastSyncRecord = { key: LAST_SYNC_KEY, version: 1, data: z.iso.datetime() }
export const guestCartRecord = { key: GUEST_CART_KEY, version: 1, data: guestCartSchema }
export const currentUserRecord = { key: CURRENT_USER_KEY, version: 1, data: currentUserSchema }
export const tokensRecord = { key: TOKENS_KEY, version: 1, data: tokensSchema }

const userCartSchema = z.object({
  items: z.array(cartItemSchema),
  /** Of the server cart this copies. */
  version: z.int().check(z.nonnegative()),
})

export function userCartRecord(userId: string) {
  return { key: userCartKey(userId), version: 1, data: userCartSchema }
}
