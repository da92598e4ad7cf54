import { leadingPacks } from '@nashta/contracts/catalogue/leading-packs'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { memo, useLayoutEffect } from 'react'
import { getQueryClient, QueryCacheProvider } from '../data/products/query-client.tsx'
import { useProductList } from '../data/products/use-product-list.ts'
import type { CardProduct } from '../features/catalogue/cards/card-product.ts'
import { toCards } from '../features/catalogue/cards/to-cards.ts'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import {
  recommendationsKey,
  type Suggestions,
  useRecommendations,
} from '../features/recommendations/use-recommendations.ts'

export type SuggestedUpdate = {
  userId: string | undefined
  /** Undefined until they are loaded, or when they could not be loaded. */
  suggestions: readonly CardProduct[] | undefined
  notes: Suggestions['notes'] | undefined
  isLoading: boolean
  error: Error | null
  /** The first products of the catalogue, for a page without data. */
  bestSellers: readonly CardProduct[] | undefined
  listError: Error | null
  isReachable: boolean
}

export type SuggestedUpdatesProps = {
  userId: string | undefined
  limit: number
  /** Whether there is a recommendation service, and its suggestions may be fetched by now. */
  isEnabled: boolean
  /** The page has no products. */
  isEmpty: boolean
  onUpdate: (update: SuggestedUpdate) => void
}

/**
 * Loads the suggestions, and follows the catalogue. This module is loaded after the page, because its
 * query cache would make the first load a tenth larger. It is no route, but is here because only routes
 * may import several features. An update renders the page again, which must not render this again.
 */
export const SuggestedUpdates = memo(function FollowSuggestions(props: SuggestedUpdatesProps) {
  return (
    <QueryCacheProvider>
      <Updates {...props} />
      <CatalogueSync pollsNow={!props.isEmpty} />
    </QueryCacheProvider>
  )
})

function Updates({ userId, limit, isEnabled, isEmpty, onUpdate }: SuggestedUpdatesProps) {
  const { products: list, error: listError, isReachable } = useProductList({ fetchNow: isEmpty })
  const { suggestions, error, isLoading } = useRecommendations({
    userId: userId ?? GUEST_RECOMMENDATIONS_USER_ID,
    limit,
    enabled: isEnabled,
  })

  // Before the next paint: a page that opens shows what is cached at once.
  useLayoutEffect(() => {
    onUpdate({
      userId,
      ...shown(suggestions),
      isLoading,
      error,
      bestSellers: isEmpty && list ? toCards(leadingPacks(list).slice(0, limit), list) : undefined,
      listError,
      isReachable,
    })
  }, [userId, limit, isEmpty, suggestions, isLoading, error, list, listError, isReachable, onUpdate])

  return null
}

/** What the query cache has for this visitor, so that Back shows it at once. */
export function cachedSuggestions(userId: string | undefined, limit: number): SuggestedUpdate | null {
  const key = recommendationsKey({ userId: userId ?? GUEST_RECOMMENDATIONS_USER_ID, limit })
  const cached = getQueryClient().getQueryData<Suggestions>(key)
  if (!cached) return null
  const rest = { isLoading: false, error: null, bestSellers: undefined, listError: null, isReachable: true }
  return { userId, ...shown(cached), ...rest }
}

function shown(suggestions: Suggestions | undefined) {
  return {
    suggestions: suggestions && toCards(suggestions.products, suggestions.packs),
    notes: suggestions?.notes,
  }
}
