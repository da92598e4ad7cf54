import * as z from 'zod/mini'
import { type Endpoint, SHOP_API_BASE } from '../api/endpoint.ts'
import {
  CART_LINES_MAX,
  RECOMMENDATIONS_LIMIT_MAX,
  SUGGESTED_PAGE_RECOMMENDATIONS_COUNT,
} from '../constants.ts'
import { pageSizeSchema, productIdSchema, productIdTextSchema, userIdSchema } from '../fields.ts'

// RECOMMENDATIONS_URL may name a service of another maker. Its replies may have null in place of a
// text, and a price may be a text.

/** `null` is parsed as an empty text. */
const textOrNull = z.pipe(
  z.nullable(z.string()),
  z.transform((text: string | null) => text ?? ''),
)

/** `"279.50"` is parsed as 279.5. */
const numberOrText = z.pipe(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((price: number | string) => Number(price)),
  ),
  z.number(),
)

const recommendationSchema = z.object({
  product_id: productIdTextSchema,
  name: z.string(),
  /** In rupees. Pages do not show it: they show the price of the catalogue. */
  price: numberOrText,
  description: textOrNull,
  image_url: textOrNull,
})

const BASKET_INVALID = `A basket has up to ${CART_LINES_MAX} product ids, separated by commas`

const basket = z.pipe(
  z.pipe(
    z.string(BASKET_INVALID),
    z.transform((text: string) => text.split(',').filter((id) => id !== '')),
  ),
  z.array(productIdSchema, BASKET_INVALID).check(z.maxLength(CART_LINES_MAX, BASKET_INVALID)),
)

export type Recommendation = z.infer<typeof recommendationSchema>

/** Why a product is suggested. */
const reasonSchema = z.object({
  /**
   * - `bought`, `looked`: the shopper bought, or looked at, a related product
   * - `again`: the shopper bought this product before
   */
  kind: z.enum(['bought', 'looked', 'again']),
  /** The name of the product that the shopper bought or looked at; for `again`, of this product. */
  name: z.string(),
})

export type Reason = z.infer<typeof reasonSchema>

/** The store sends requests below this path to the recommendation service. */
export const RECOMMENDATIONS_PREFIX = `${SHOP_API_BASE}/recommendations`

/**
 * A route of the recommendation service. The reply has no `data` around it, as the specification
 * says. The caller whose id is `userId` gets a personal list. Every other call gets the list for
 * guests.
 */
export const getRecommendations = {
  method: 'GET',
  path: '/recommendations/:userId',
  access: 'optional',
  summary: 'What a shopper may like, best first',
  params: z.strictObject({ userId: userIdSchema }),
  query: z.object({
    limit: z.prefault(pageSizeSchema(RECOMMENDATIONS_LIMIT_MAX), SUGGESTED_PAGE_RECOMMENDATIONS_COUNT),
    /**
     * What is in a cart, as ids separated by commas. The reply then has what goes well with it, and
     * nothing of its snacks. It is the same for everybody with such a cart, and nothing is recorded.
     */
    basket: z.optional(basket),
    /** Whether the reply contains reasons. */
    reasons: z.pipe(
      z.optional(z.enum(['true', 'false'], 'reasons must be true or false')),
      z.transform((value: 'true' | 'false' | undefined) => value === 'true'),
    ),
  }),
  reply: z.object({
    recommendations: z.array(recommendationSchema),
    /** By product_id; not every product has a reason. */
    reasons: z.optional(z.record(z.string(), reasonSchema)),
  }),
  status: 200,
} as const satisfies Endpoint
