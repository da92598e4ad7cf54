import * as z from 'zod/mini'
import { priceSchema } from './amount.ts'
import { canonicalIdSchema } from './canonical-id.ts'
import { RECOMMENDATIONS_LIMIT_MAX, SUGGESTED_PAGE_RECOMMENDATIONS_COUNT } from './constants.ts'
import type { Endpoint } from './endpoint.ts'
import { queryLimit } from './query-limit.ts'
import { userIdSchema } from './user-id.ts'

export const recommendationSchema = z.object({
  product_id: canonicalIdSchema,
  name: z.string(),
  /** In rupees. */
  price: priceSchema,
  description: z.string(),
  image_url: z.string(),
})

export type Recommendation = z.infer<typeof recommendationSchema>

/** A service of its own, with its own base URL; its answers have no `data` around them. */
export const getRecommendations = {
  method: 'GET',
  path: '/api/recommendations/:userId',
  access: 'public',
  summary: 'What a shopper may like, best first',
  params: z.strictObject({ userId: userIdSchema }),
  query: z.object({
    limit: queryLimit(SUGGESTED_PAGE_RECOMMENDATIONS_COUNT, RECOMMENDATIONS_LIMIT_MAX),
  }),
  reply: z.object({ recommendations: z.array(recommendationSchema) }),
  status: 200,
} as const satisfies Endpoint
