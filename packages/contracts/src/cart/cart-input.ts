import * as z from 'zod/mini'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../constants.ts'
import { productIdTextSchema } from '../fields.ts'
import { CART_FULL, MERGE_ID_REQUIRED, PRODUCT_REQUIRED, QUANTITY_INVALID } from './cart-texts.ts'

export const lineQuantitySchema = z
  .int(QUANTITY_INVALID)
  .check(z.gte(1, QUANTITY_INVALID), z.lte(LINE_QUANTITY_MAX, QUANTITY_INVALID))

// A client may send a whole cart line, which has the product's id both as `productId` and as `id`.
// Other fields of the line, such as the price, are ignored.
const postedItem = z.object({
  productId: z.optional(productIdTextSchema),
  id: z.optional(productIdTextSchema),
  quantity: z.prefault(lineQuantitySchema, 1),
})

export const cartItemInputSchema = z.pipe(
  postedItem,
  z.transform((item: z.output<typeof postedItem>, context) => {
    const productId = item.productId ?? item.id
    if (productId !== undefined) return { productId, quantity: item.quantity }

    context.issues.push({ code: 'custom', message: PRODUCT_REQUIRED, path: ['productId'], input: item })
    return z.NEVER
  }),
)

export const setCartItemSchema = z.object({
  itemId: productIdTextSchema,
  /** Zero or less removes the item. */
  quantity: z.int(QUANTITY_INVALID).check(z.lte(LINE_QUANTITY_MAX, QUANTITY_INVALID)),
})

/** Replaces the whole cart. A body without `items` is parsed with `setCartItemSchema` instead. */
export const replaceCartSchema = z.object({
  items: z.array(cartItemInputSchema).check(z.maxLength(CART_LINES_MAX, CART_FULL)),
})

/**
 * A product may have two entries in a merge, such as −3 and +2: the units that a guest removed, and
 * the units that the guest added afterwards.
 */
const MERGE_ENTRIES_MAX = 2 * CART_LINES_MAX

/**
 * Quantities to add to a cart, applied in order. A negative quantity removes units, but never more
 * than the cart has. So a client must not add up two entries: a cart with 1 unit has 2 units after
 * −3 and +2, but no units after −1.
 */
export const mergeCartSchema = z.object({
  /** Requests with the same id are applied only once. */
  mergeId: z
    .string(MERGE_ID_REQUIRED)
    .check(z.minLength(1, MERGE_ID_REQUIRED), z.maxLength(128, MERGE_ID_REQUIRED)),
  delta: z
    .array(
      z.object({
        productId: productIdTextSchema,
        quantity: z
          .int(QUANTITY_INVALID)
          .check(z.gte(-LINE_QUANTITY_MAX, QUANTITY_INVALID), z.lte(LINE_QUANTITY_MAX, QUANTITY_INVALID)),
      }),
    )
    .check(z.maxLength(MERGE_ENTRIES_MAX, CART_FULL)),
})

export type CartItemInput = z.output<typeof cartItemInputSchema>
export type MergeCartBody = z.output<typeof mergeCartSchema>
