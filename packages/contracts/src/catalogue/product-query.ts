import * as z from 'zod/mini'
import { DIET_CHOICES, PRODUCT_PAGE_SIZE_MAX, PRODUCT_SORTS, WITHOUT_CHOICES } from '../constants.ts'
import { LIMIT_INVALID, pageSizeSchema, PRODUCT_CATEGORY_INVALID } from '../fields.ts'
import { parseRupees } from '../money.ts'

const SEARCH_INVALID = 'A search has at most 200 characters'
const PRICE_BOUND_INVALID = 'A price bound is an amount in rupees, zero or more, with at most two decimals'
const SORT_INVALID = `Sort is one of ${PRODUCT_SORTS.join(', ')}`
const DIET_INVALID = `Diet is one or more of ${DIET_CHOICES.join(', ')}`
const WITHOUT_INVALID = `Without is one or more of ${WITHOUT_CHOICES.join(', ')}`
const ORIGIN_INVALID = 'Origin is one or more country codes of two letters'
const FAMILY_INVALID = 'A family has at most 100 characters'
const FLAG_INVALID = 'This parameter is true or false'
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

const ORIGINS_MAX = 20

const flag = orEmpty(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value: 'true' | 'false') => value === 'true'),
  ),
  FLAG_INVALID,
)

/** Forms send every field, so an empty parameter does not filter. Prices become paise. */
export const productQuerySchema = z.object({
  search: z.optional(z.string(SEARCH_INVALID).check(z.maxLength(200, SEARCH_INVALID))),
  category: z.optional(z.string(PRODUCT_CATEGORY_INVALID).check(z.maxLength(100, PRODUCT_CATEGORY_INVALID))),
  minPrice: z.optional(priceBound),
  maxPrice: z.optional(priceBound),
  sort: z.optional(orEmpty(z.enum(PRODUCT_SORTS), SORT_INVALID)),
  /** A match has one of the chosen marks (veg, egg) and all other chosen traits (vegan, jain). */
  diet: z.optional(listOf(z.enum(DIET_CHOICES), DIET_CHOICES.length, DIET_INVALID)),
  without: z.optional(listOf(z.enum(WITHOUT_CHOICES), WITHOUT_CHOICES.length, WITHOUT_INVALID)),
  origin: z.optional(listOf(z.string().check(z.regex(/^[A-Z]{2}$/)), ORIGINS_MAX, ORIGIN_INVALID)),
  inStock: z.optional(flag),
  /** The packs of one snack. */
  family: z.optional(z.string(FAMILY_INVALID).check(z.maxLength(100, FAMILY_INVALID))),
  /**
   * Leaves out this family, or the product with this id if it has no family. The list then has one
   * pack of each other family, and no second page.
   */
  besides: z.optional(z.string(FAMILY_INVALID).check(z.maxLength(100, FAMILY_INVALID))),
  /** Each snack once, with the first of its packs that match; `total` and `counts` count snacks. */
  families: z.optional(flag),
  /** Whether the reply has the number of products for each choice, such as `counts.diet.vegan`. */
  counts: z.optional(flag),
  limit: z.optional(orEmpty(pageSizeSchema(PRODUCT_PAGE_SIZE_MAX), LIMIT_INVALID)),
  cursor: z.optional(z.string(CURSOR_INVALID).check(z.maxLength(512, CURSOR_INVALID))),
})

/**
 * A call with one of these parameters searches the whole catalogue, so the rate limit counts it.
 * The other parameters only choose a part of a sorted list.
 */
export const SEARCH_PARAMETERS = Object.keys(productQuerySchema.shape).filter(
  (name) => !['sort', 'limit', 'cursor'].includes(name),
)

export type ProductQuery = z.output<typeof productQuerySchema>

/**
 * A parameter with several values: repeated (`a=1&a=2`), as forms send it, or as a list (`a=1,2`).
 * Duplicates are dropped.
 */
function listOf<Item extends z.ZodMiniType<string, string>>(item: Item, maxLength: number, error: string) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())], error),
      z.transform((given: string | string[]) => {
        const values = [given].flat().flatMap((value) => value.split(','))
        return [...new Set(values)].filter((value) => value !== '')
      }),
    ),
    z.array(item, error).check(z.maxLength(maxLength, error)),
  )
}

/** Also accepts the empty text, and converts it to undefined. */
function orEmpty<T extends z.ZodMiniType>(schema: T, error: string) {
  const empty = z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  )
  return z.union([empty, schema], error)
}
