import * as z from 'zod/mini'
import { PRODUCT_PAGE_SIZE_MAX, PRODUCT_SORTS } from '../constants.ts'
import { LIMIT_INVALID, pageSizeSchema } from '../fields.ts'
import { parseRupees } from '../money.ts'
import { PRODUCT_CATEGORY_INVALID } from './product-input.ts'

const SEARCH_INVALID = 'A search has at most 200 characters'
const PRICE_BOUND_INVALID = 'A price bound is an amount in rupees, zero or more, with at most two decimals'
const SORT_INVALID = 'Sort is one of relevance, newest, price-asc, price-desc'
export const CURSOR_INVALID = 'This cursor does not belong to this query; start again without one'

const priceBound = orEmpty(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number, context) => {
      const paise = parseRupees(value)
      if (paise !== null) return paise

      context.issues.push({ code: 'custom', input: value })
      return z.NEVER
    }),
  ),
  PRICE_BOUND_INVALID,
)

/** An empty parameter does not filter, because forms send every field. Price bounds are converted to paise. */
export const productQuerySchema = z.object({
  search: z.optional(z.string(SEARCH_INVALID).check(z.maxLength(200, SEARCH_INVALID))),
  category: z.optional(z.string(PRODUCT_CATEGORY_INVALID).check(z.maxLength(100, PRODUCT_CATEGORY_INVALID))),
  minPrice: z.optional(priceBound),
  maxPrice: z.optional(priceBound),
  sort: z.optional(orEmpty(z.enum(PRODUCT_SORTS), SORT_INVALID)),
  limit: z.optional(orEmpty(pageSizeSchema(PRODUCT_PAGE_SIZE_MAX), LIMIT_INVALID)),
  cursor: z.optional(z.string(CURSOR_INVALID).check(z.maxLength(512, CURSOR_INVALID))),
})

export type ProductQuery = z.output<typeof productQuerySchema>

/** Also accepts the empty text, and reads it as undefined. */
function orEmpty<T extends z.ZodMiniType>(schema: T, error: string) {
  const empty = z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  )
  return z.union([empty, schema], error)
}
