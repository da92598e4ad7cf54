import { amountSchema, priceSchema } from '@nashta/contracts/amount'
import { productIdSchema } from '@nashta/contracts/catalogue/product'
import * as z from 'zod/mini'

/** The details of PRICE_CHANGED: the order as it would be charged now. */
export const priceChangedSchema = z.object({
  /** In rupees, delivery included. */
  totalAmount: amountSchema,
  items: z.array(
    z.object({ productId: productIdSchema, name: z.string(), quantity: z.int(), price: priceSchema }),
  ),
})

/** The details of OUT_OF_STOCK. */
export const outOfStockSchema = z.object({
  items: z.array(z.object({ productId: productIdSchema, name: z.string(), available: z.int() })),
})

/** The details of PRODUCT_UNAVAILABLE. */
export const unavailableSchema = z.object({ items: z.array(z.object({ productId: productIdSchema })) })
