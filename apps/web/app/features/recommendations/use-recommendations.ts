import type { Product } from '@nashta/contracts/catalogue/product'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import { findProductsById } from '../../data/product-queries.ts'
import { reasonText } from './reason-text.ts'
import { recommendedProducts } from './recommended-products.ts'

export type Suggestions = {
  products: Product[]
  /** What stands under a product, where there is something to say. */
  notes: ReadonlyMap<string, string>
}

export type RecommendationsWanted = {
  userId: string
  limit: number
  /** Whether there is a service to ask, and we know for whom. */
  isServed: boolean
}

/** What a shopper may like, as the catalogue has it: the service's own copy of a product may be old. */
export function useRecommendations({ isServed, ...wanted }: RecommendationsWanted) {
  const { data, error } = useQuery({ ...recommendationsQuery(wanted), enabled: isServed })
  return { suggestions: data, error }
}

function recommendationsQuery({ userId, limit }: Omit<RecommendationsWanted, 'isServed'>) {
  return queryOptions({
    queryKey: ['recommendations', userId, limit],
    // What somebody just did changes what they may like.
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const { fetchRecommendations } = await import('./fetch-recommendations.ts')
      const suggested = await fetchRecommendations(fetchShop, { userId, limit, signal })
      const { recommendations, reasons } = suggested ?? { recommendations: [], reasons: {} }
      const ids = recommendations.map(({ product_id }) => product_id)
      return {
        products: recommendedProducts(recommendations, await findProductsById(ids)),
        notes: new Map(Object.entries(reasons).map(([id, reason]) => [id, reasonText(reason)])),
      }
    },
  })
}
