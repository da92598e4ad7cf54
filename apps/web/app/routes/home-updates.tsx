import { leadingPacks } from '@nashta/contracts/catalogue/leading-packs'
import type { Product } from '@nashta/contracts/catalogue/product'
import { GUEST_RECOMMENDATIONS_USER_ID, HOME_RECOMMENDATIONS_COUNT } from '@nashta/contracts/constants'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { loadCatalogueCalls } from '../data/products/product-queries.ts'
import { QueryCacheProvider } from '../data/products/query-client.tsx'
import { useProductList } from '../data/products/use-product-list.ts'
import { useShelves } from '../data/shop/use-shelves.ts'
import type { CardProduct } from '../features/catalogue/cards/card-product.ts'
import { toCards } from '../features/catalogue/cards/to-cards.ts'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { useProductQuery } from '../features/catalogue/use-product-query.ts'
import {
  arrangeHome,
  CANDIDATES,
  type CategoryCounts,
  countByCategory,
  GUEST_SUGGESTIONS_COUNT,
} from '../features/home/home-products.ts'
import { type Suggestions, useRecommendations } from '../features/recommendations/use-recommendations.ts'

export type HomeUpdate = {
  userId: string | undefined
  /** The snacks of each section, without personal suggestions; undefined until they are known. */
  sections: HomeSections | undefined
  /** The suggestions for a shopper; undefined for a guest, and when there are none. */
  personal: { products: readonly CardProduct[]; notes: Suggestions['notes'] } | undefined
  /** Undefined until all counts are known. */
  categoryCounts: CategoryCounts | undefined
  /** The number of snacks in each category among the first products of the catalogue. */
  listCounts: CategoryCounts | undefined
}

type HomeSections = ReturnType<typeof arrangeHome<CardProduct>>

export type HomeUpdatesProps = Pick<HomeUpdate, 'userId'> & { onUpdate: (update: HomeUpdate) => void }

/**
 * Follows the catalogue and the recommendations for the home page. This module is loaded after the
 * page, because its query cache would make the first load a tenth larger. It is no route, but is
 * here because only routes may import several features.
 */
export function HomeUpdates(props: HomeUpdatesProps) {
  return (
    <QueryCacheProvider>
      <Updates {...props} />
    </QueryCacheProvider>
  )
}

function Updates({ userId, onUpdate }: HomeUpdatesProps) {
  const { products: list, isReachable, isWhole } = useProductList({ fetchNow: true })
  const bestFirst = useBestFirst(list, isWhole || !isReachable)
  const { categoryCounts, listCounts } = useCategoryCounts(list, isWhole)
  const { suggestions, isLoading } = useRecommendations({
    userId: userId ?? GUEST_RECOMMENDATIONS_USER_ID,
    limit: userId === undefined ? GUEST_SUGGESTIONS_COUNT : HOME_RECOMMENDATIONS_COUNT,
    enabled: true,
  })

  useEffect(() => {
    if (isLoading) return
    const isGuest = userId === undefined
    const { products = [], packs = [], notes = NO_NOTES } = suggestions ?? {}
    const suggested = toCards(products, packs)
    onUpdate({
      userId,
      sections: bestFirst && arrangeHome<CardProduct>(bestFirst, isGuest ? suggested : []),
      personal: isGuest || suggested.length === 0 ? undefined : { products: suggested, notes },
      categoryCounts,
      listCounts,
    })
  }, [userId, bestFirst, categoryCounts, listCounts, suggestions, isLoading, onUpdate])

  // CatalogueSync counts every list that arrives after its first render as a change. So its first
  // render waits for the first list, unless the store is unreachable: then it shows a notice.
  return list || !isReachable ? <CatalogueSync /> : null
}

const NO_NOTES: Suggestions['notes'] = new Map()

/** The best sellers, each with its packs. A list that is not whole may lack packs, so they are fetched. */
function useBestFirst(list: readonly Product[] | undefined, isListEnough: boolean) {
  const { products } = useProductQuery(CANDIDATES, {
    isEnabled: list !== undefined && !isListEnough,
  })
  return useMemo(
    () => (list && isListEnough ? toCards(leadingPacks(list), list) : products),
    [list, isListEnough, products],
  )
}

/**
 * The number of snacks in each category: in the whole catalogue, which the store counts if the list
 * is not the whole, and in the list. Each is undefined until it is known.
 */
function useCategoryCounts(list: readonly Product[] | undefined, isWhole: boolean) {
  const names = useShelves().map(({ name }) => name)
  const queries = names.map((name) => ({
    ...categoryCountQuery(name),
    enabled: list !== undefined && !isWhole,
  }))
  const counts = useQueries({ queries, combine: totalsOf })
  // A text, because a new array at each render would count as a change.
  const nameList = JSON.stringify(names)
  return useMemo(() => {
    const shelfNames: string[] = JSON.parse(nameList)
    const listCounts = list && countByCategory(list, shelfNames)
    if (isWhole) return { categoryCounts: listCounts, listCounts }
    const categoryCounts = counts && shelfNames.map((name, index) => [name, counts[index] ?? 0] as const)
    return { categoryCounts, listCounts }
  }, [list, isWhole, counts, nameList])
}

/** CatalogueSync refetches this query after a change, because the key begins with `catalogue`. */
function categoryCountQuery(category: string) {
  return queryOptions({
    queryKey: ['catalogue', 'count', category],
    queryFn: async ({ signal }) => {
      const { findPage } = await loadCatalogueCalls()
      return (await findPage({ category, families: 'true', limit: 1 }, signal)).total
    },
  })
}

/** Undefined until all totals are known. */
function totalsOf(results: readonly { data: number | undefined }[]): number[] | undefined {
  const totals = results.flatMap(({ data }) => data ?? [])
  return totals.length === results.length ? totals : undefined
}
