import type { Product } from '@nashta/contracts/product'
import { recommendedProducts } from '@nashta/contracts/recommended-products'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { findProductsById } from '../../data/products-by-id.ts'

export type Recommendations = { products: Product[] | undefined; error: Error | null }

export type RecommendationsWanted = {
  userId: string
  limit: number
  /** Whether there is a service to ask. */
  isServed: boolean
}

/** What a shopper may like, as the catalogue has it: the service's own copy of a product may be old. */
export function useRecommendations({ isServed, ...wanted }: RecommendationsWanted): Recommendations {
  const { data, error } = useQuery({ ...recommendationsQuery(wanted), enabled: isServed })
  return { products: data, error }
}

const ask = (path: string, init?: RequestInit) => fetch(path, init)

function recommendationsQuery({ userId, limit }: Omit<RecommendationsWanted, 'isServed'>) {
  return queryOptions({
    queryKey: ['recommendations', userId, limit],
    queryFn: async ({ signal }) => {
      const { fetchRecommendations } = await import('./fetch-recommendations.ts')
      const suggested = (await fetchRecommendations(ask, { userId, limit, signal })) ?? []
      return recommendedProducts(
        suggested,
        await findProductsById(suggested.map(({ product_id }) => product_id)),
      )
    },
  })
}
