import { cartItemSchema } from '@nashta/contracts/cart/cart'
import { productSchema } from '@nashta/contracts/catalogue/product'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { productIdSchema } from '@nashta/contracts/fields'
import * as z from 'zod/mini'
import { GUEST_CART_KEY, LAST_SYNC, PRODUCT_CACHE } from './storage-keys.ts'

// The field names are part of the stored data: a renamed field would make existing records unreadable.

/** A quantity that may be zero, unlike the quantity of a cart line. */
const countSchema = z.int().check(z.gte(0), z.lte(LINE_QUANTITY_MAX))
/** An id that this browser generated. */
const generatedIdSchema = z.string().check(z.minLength(1))
/** Milliseconds since 1970. */
const epochMsSchema = z.int()

/**
 * The cart of a guest. A sign-out copies the shopper's cart into it. If 5 donuts were copied and
 * the guest removed 2, then `snapshot` still has 5 and `base` is 3. From this, the merge at the
 * next sign-in knows that it must remove 2 donuts from the shopper's cart.
 */
const guestCartSchema = z.object({
  items: z.array(
    z.extend(z.omit(cartItemSchema, { quantity: true }), {
      /** How many copied units the guest has not removed. */
      base: countSchema,
      /** How many units the guest added. The line shows `base` plus `added`. */
      added: countSchema,
    }),
  ),
  /** The copied quantities, by product id. They stay the same when the guest removes units. */
  snapshot: z.record(productIdSchema, countSchema),
  /** A hash of the user id of the shopper whose cart was copied; null when no cart was copied. */
  owner: z.nullable(z.string()),
  /** The idempotency key of the merge at the next sign-in. */
  mergeId: generatedIdSchema,
  /** The ids of guest orders whose items were taken out of this cart. */
  ordered: z.optional(z.array(z.string())),
  /** The items that these orders took out. They come back if the order ends unpaid. */
  taken: z.optional(
    z.array(z.object({ purchaseId: z.string(), items: z.array(cartItemSchema), isBack: z.boolean() })),
  ),
  /** When the copied quantities expire; absent when no cart was copied. */
  expiresAt: z.optional(epochMsSchema),
})

export type GuestCart = z.infer<typeof guestCartSchema>

const operationFields = {
  /** The idempotency key of every attempt to send the operation. */
  id: generatedIdSchema,
  /** When the operation was first sent; absent before that. */
  triedAt: z.optional(epochMsSchema),
}

const cartOperationSchema = z.discriminatedUnion('kind', [
  z.object({ ...operationFields, kind: z.literal('add'), item: cartItemSchema }),
  z.object({ ...operationFields, kind: z.literal('remove'), productId: productIdSchema }),
  z.object({
    ...operationFields,
    kind: z.literal('merge'),
    /** The change of each quantity; negative to subtract. A click on − is a merge too. */
    delta: z.array(z.object({ productId: productIdSchema, quantity: z.int() })),
    /** The lines that the merge adds. Pages need their names and prices until the store responds. */
    joining: z.array(cartItemSchema),
  }),
])

/** A change of the cart that the store has not confirmed. */
export type CartOperation = z.infer<typeof cartOperationSchema>

const userCartSchema = z.object({
  /**
   * The cart that the store last sent, and its version. Before the store has sent a cart, `items`
   * is the cart of the last sign-out in this browser, or empty.
   */
  items: z.array(cartItemSchema),
  version: z.int().check(z.nonnegative()),
  /** Whether the store has sent the cart to this browser. */
  isReceived: z.boolean(),
  /** Oldest first. Pages show `items` with all of these operations applied. */
  queue: z.array(cartOperationSchema),
  /** The last operation that was refused, and the text to show. The next operation resets this. */
  failure: z.nullable(z.object({ id: z.string(), message: z.string() })),
  /**
   * The lines that merges added at sign-in, so that the shopper can undo the merges. Null when no
   * lines were added, and after the shopper has accepted or undone the merges.
   */
  receipt: z.nullable(
    z.object({
      /**
       * The id of the last merge. A sign-in may make two merges, because `sessionStorage` and
       * `localStorage` can each have a guest cart. One undo removes the lines of both.
       */
      mergeId: generatedIdSchema,
      joined: z.array(cartItemSchema),
    }),
  ),
})

/** The cart of a shopper, as far as this browser knows it. */
export type UserCart = z.infer<typeof userCartSchema>

const cartIntentSchema = z.object({ id: generatedIdSchema, item: cartItemSchema, expiresAt: epochMsSchema })

/** A product to add as soon as the guest has signed in. */
export type CartIntent = z.infer<typeof cartIntentSchema>

export const productCacheRecord = { ...PRODUCT_CACHE, schema: z.array(productSchema) }
export const lastSyncRecord = { ...LAST_SYNC, schema: z.iso.datetime() }
export const guestCartRecord = { key: GUEST_CART_KEY, version: 1, schema: guestCartSchema }
export const cartIntentRecord = { key: 'nashta.cart-intent', version: 1, schema: cartIntentSchema }

export function userCartRecord(userId: string) {
  return { key: `nashta.cart.${userId}`, version: 1, schema: userCartSchema }
}
