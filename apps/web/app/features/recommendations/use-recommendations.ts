import type { Product } from '@nashta/contracts/catalogue/product'
import type { Reason } from '@nashta/contracts/recommendations/recommendation'
import {
  becauseBought,
  becauseLooked,
  BOUGHT_BEFORE,
} from '@nashta/contracts/recommendations/recommendation-texts'
import { useQuery } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import { findPacks } from '../../data/find-packs.ts'
import { findProductsById } from '../../data/find-products-by-id.ts'

export type Suggestions = {
  products: Product[]
  /** All packs of these snacks. */
  packs: Product[]
  /** The text below a product, by product id. Only some products have one. */
  notes: ReadonlyMap<string, string>
}

export type RecommendationsOptions = { userId: string; limit: number; enabled: boolean }

export function useRecommendations({ userId, limit, enabled }: RecommendationsOptions) {
  const { data, error, isLoading } = useQuery({
    queryKey: ['recommendations', userId, limit],
    queryFn: ({ signal }) => fetchSuggestions(userId, limit, signal),
    enabled,
    // The shopper's views and orders since the last fetch may have changed the recommendations.
    refetchOnMount: 'always',
  })
  return { suggestions: data, error, isLoading }
}

/**
 * Fetches the recommended products and their notes. The names and prices in the recommendations may
 * be old, so the products are read from the catalogue by their ids. Products that the catalogue no
 * longer has are left out.
 */
export async function fetchSuggestions(
  userId: string,
  limit: number,
  signal: AbortSignal,
): Promise<Suggestions> {
  // Loaded on first use, because hydration does not need the code.
  const { fetchRecommendations } = await import('./fetch-recommendations.ts')
  const fetched = await fetchRecommendations(fetchShop, { userId, limit, signal })
  const { recommendations, reasons } = fetched ?? { recommendations: [], reasons: {} }
  const products = await findProductsById(recommendations.map(({ product_id }) => product_id))
  return {
    products,
    packs: await findPacks(products),
    notes: new Map(Object.entries(reasons).map(([id, reason]) => [id, reasonText(reason)])),
  }
}

function reasonText({ kind, name }: Reason): string {
  if (kind === 'again') return BOUGHT_BEFORE
  return kind === 'bought' ? becauseBought(name) : becauseLooked(name)
}
