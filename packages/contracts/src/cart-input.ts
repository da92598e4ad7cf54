import * as z from 'zod/mini'
import { canonicalIdSchema } from './canonical-id.ts'
import { LINE_QUANTITY_MAX } from './constants.ts'
import { PRODUCT_REQUIRED, QUANTITY_INVALID } from './texts/cart.ts'

export const lineQuantitySchema = z
  .int(QUANTITY_INVALID)
  .check(z.gte(1, QUANTITY_INVALID), z.lte(LINE_QUANTITY_MAX, QUANTITY_INVALID))

// A posted item may carry a name, a price or a picture; only these three are read. All else about
// a product is the catalogue's to say.
const posted = z.object({
  productId: z.optional(canonicalIdSchema),
  id: z.optional(canonicalIdSchema),
  quantity: z.prefault(lineQuantitySchema, 1),
})

export const cartItemInputSchema = z.pipe(
  posted,
  z.transform((item: z.output<typeof posted>, context) => {
    const productId = item.productId ?? item.id
    if (productId !== undefined) return { productId, quantity: item.quantity }

    context.issues.push({ code: 'custom', message: PRODUCT_REQUIRED, path: ['productId'], input: item })
    return z.NEVER
  }),
)

export const setCartItemSchema = z.object({
  itemId: canonicalIdSchema,
  /** Zero or less removes the item. */
  quantity: z.int(QUANTITY_INVALID).check(z.lte(LINE_QUANTITY_MAX, QUANTITY_INVALID)),
})

export type CartItemInput = z.output<typeof cartItemInputSchema>
export type SetCartItem = z.output<typeof setCartItemSchema>
