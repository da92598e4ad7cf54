import { packInStock } from '@nashta/contracts/catalogue/leading-packs'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { Reason } from '@nashta/contracts/recommendations/recommendation'
import {
  becauseBought,
  becauseLooked,
  BOUGHT_BEFORE,
} from '@nashta/contracts/recommendations/recommendation-texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { findPacks } from '../../data/products/find-packs.ts'
import { findProductsById } from '../../data/products/find-products-by-id.ts'
import type { RecommendationsRequest } from './fetch-recommendations.ts'

const NO_BASKET: readonly string[] = []

export type Suggestions = {
  products: Product[]
  /** All packs of these snacks. */
  packs: Product[]
  /** The text below a product, by product id. Only some products have one. */
  notes: ReadonlyMap<string, string>
}

export type RecommendationsOptions = {
  userId: string
  limit: number
  /** The ids in the cart, for what goes well with it. */
  basket?: readonly string[]
  enabled: boolean
}

export function recommendationsKey({
  userId,
  limit,
  basket = NO_BASKET,
}: Omit<RecommendationsOptions, 'enabled'>) {
  return ['recommendations', userId, limit, basket] as const
}

export function useRecommendations({ userId, limit, basket = NO_BASKET, enabled }: RecommendationsOptions) {
  const { data, error, isLoading } = useQuery({
    queryKey: recommendationsKey({ userId, limit, basket }),
    queryFn: ({ signal }) => fetchSuggestions({ userId, limit, basket, signal }),
    // A cart that has changed shows what went well with it before, until the reply is there.
    ...(basket.length > 0 && { placeholderData: keepPreviousData }),
    enabled,
    // The shopper's views and orders since the last fetch may have changed the recommendations.
    refetchOnMount: 'always',
  })
  return { suggestions: data, error, isLoading }
}

/**
 * Fetches the recommended products and their notes. The names and prices in the recommendations may
 * be old, so the products are read from the catalogue by their ids. Products that the catalogue no
 * longer has are left out. The service does not know what is in stock, so in place of a sold-out
 * product is a pack of its snack that is in stock, if there is one.
 */
export async function fetchSuggestions(request: RecommendationsRequest): Promise<Suggestions> {
  // Loaded on first use, because hydration does not need the code.
  const { fetchRecommendations } = await import('./fetch-recommendations.ts')
  const fetched = await fetchRecommendations(fetchShop, request)
  const { recommendations, reasons } = fetched ?? { recommendations: [], reasons: {} }
  const suggested = await findProductsById(recommendations.map(({ product_id }) => product_id))
  const packs = await findPacks(suggested)
  const products = suggested.map((product) => packInStock(product, packs))
  const notes = new Map<string, string>()
  for (const [index, { products_id }] of suggested.entries()) {
    const reason = reasons[products_id]
    const shown = products[index]
    if (reason && shown) notes.set(shown.products_id, reasonText(reason))
  }
  return { products, packs, notes }
}

function reasonText({ kind, name }: Reason): string {
  if (kind === 'again') return BOUGHT_BEFORE
  return kind === 'bought' ? becauseBought(name) : becauseLooked(name)
}
