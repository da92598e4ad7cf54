import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUpdatesNeeded } from '../../../data/calls/polling.ts'
import { lateModule } from '../../../data/late/late-module.ts'
import { catalogueKeys, rememberPageData } from '../../../data/products/page-data.ts'
import type { CardPage } from '../use-product-query.ts'
import { readFilter } from './snack-filter.ts'
import type { SnacksUpdate } from './snacks-updates.tsx'
import { type Snacks, snacksOnPages } from './snacks.ts'

const updates = lateModule(() => import('./snacks-updates.tsx'))

export type SnacksData = {
  pages: readonly CardPage[]
  /** True for what the browser has cached, which may be old. */
  isCached?: boolean
}

/** What a client loader knows of the snacks at an address without asking the store. */
export async function loadCachedSnacks(address: URL): Promise<SnacksData | null> {
  const { cachedSnacks } = await updates.load()
  const cached = cachedSnacks(readFilter(address.searchParams))
  return cached ? { pages: cached.pages, isCached: true } : null
}

/**
 * The filter in the address, and its snacks: those of the loader at first. The code for other filters
 * and pages, which also follows the catalogue, is loaded when it is needed, and after one polling
 * interval. The page renders `follower`, which does that.
 */
export function useLateSnacks(data: SnacksData | null) {
  const [parameters] = useSearchParams()
  const search = parameters.toString()
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search])
  // A navigation to another filter stays on this page.
  const [first] = useState({ data, filter, search })
  const [update, setUpdate] = useState<SnacksUpdate | null>(null)
  const [wantsMore, setWantsMore] = useState(false)
  const isOfServer = first.data !== null && !first.data.isCached
  const isFirst = first.search === search
  const isNeededNow = !isOfServer || !isFirst || wantsMore || update !== null
  const module = updates.useModule(useUpdatesNeeded(isNeededNow))
  const loadMore = useCallback(() => setWantsMore(true), [])

  useEffect(() => {
    if (!first.data || !isOfServer) return
    const pages = { pages: first.data.pages, pageParams: [first.filter.cursor] }
    rememberPageData(catalogueKeys.snacks(first.filter), pages)
  }, [first, isOfServer])

  const snacks: Snacks =
    update?.filter === filter
      ? update.snacks
      : {
          ...(update?.snacks ?? snacksOnPages(first.data ?? undefined)),
          error: null,
          isRefreshing: !isFirst,
          retry: loadMore,
          loadMore,
          isLoadingMore: wantsMore,
          moreError: null,
        }
  const follower = module ? (
    <module.SnacksUpdates filter={filter} pollsNow={isOfServer} onUpdate={setUpdate} />
  ) : null
  return { filter, snacks, follower }
}
