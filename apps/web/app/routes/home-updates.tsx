import type { Product } from '@nashta/contracts/catalogue/product'
import { GUEST_RECOMMENDATIONS_USER_ID, HOME_RECOMMENDATIONS_COUNT } from '@nashta/contracts/constants'
import { useEffect } from 'react'
import { QueryCacheProvider } from '../data/query-client.tsx'
import { useProductList } from '../data/use-product-list.ts'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { type Suggestions, useRecommendations } from '../features/recommendations/use-recommendations.ts'

export type HomeUpdate = {
  userId: string | undefined
  /** The catalogue, best sellers first; undefined until it is known. */
  bestFirst: readonly Product[] | undefined
  /** For this user, or for guests; undefined when the recommendation service is unreachable. */
  suggestions: Suggestions | undefined
}

export type HomeUpdatesProps = Pick<HomeUpdate, 'userId'> & { onUpdate: (update: HomeUpdate) => void }

/**
 * Follows the catalogue and the recommendations for the home page. It is loaded after the page, because its query cache
 * would make the first load a tenth larger.
 */
export function HomeUpdates(props: HomeUpdatesProps) {
  return (
    <QueryCacheProvider>
      <Updates {...props} />
    </QueryCacheProvider>
  )
}

function Updates({ userId, onUpdate }: HomeUpdatesProps) {
  const { products: bestFirst } = useProductList({ fetchNow: true })
  const { suggestions, isLoading } = useRecommendations({
    userId: userId ?? GUEST_RECOMMENDATIONS_USER_ID,
    limit: HOME_RECOMMENDATIONS_COUNT,
    enabled: true,
  })

  useEffect(() => {
    if (!isLoading) onUpdate({ userId, bestFirst, suggestions })
  }, [userId, bestFirst, suggestions, isLoading, onUpdate])

  // Rendered with the first list, so that only later ones count as changes.
  return bestFirst ? <CatalogueSync /> : null
}
