import { useEffect, useMemo, useState } from 'react'
import { useUpdatesNeeded } from '../../../data/calls/polling.ts'
import { lateModule } from '../../../data/late/late-module.ts'
import type { PageQuery } from '../../../data/products/fetch-products.ts'
import { catalogueKeys, rememberPageData } from '../../../data/products/page-data.ts'
import type { CardPage } from '../use-product-query.ts'
import type { ListUpdate } from './list-updates.tsx'

const updates = lateModule(() => import('./list-updates.tsx'))

export type ListData = {
  initialPage: CardPage | undefined
  /** True for what the browser has cached, which may be old. */
  isCached?: boolean
}

/** What a client loader knows of a list without asking the store. */
export async function loadCachedList(query: PageQuery): Promise<ListData> {
  const { cachedPage } = await updates.load()
  return { initialPage: cachedPage(query), isCached: true }
}

/**
 * The products that match a query: those of the loader at first. They follow the catalogue once the
 * page has been open for one polling interval, or at once if the loader has none or cached ones. The page renders
 * `follower`, which does that.
 */
export function useList(query: PageQuery, { initialPage, isCached = false }: ListData) {
  // Pages make a new object at each render.
  const key = JSON.stringify(query)
  const stableQuery = useMemo<PageQuery>(() => JSON.parse(key), [key])
  const [update, setUpdate] = useState<ListUpdate | null>(null)
  const isServerPage = initialPage !== undefined && !isCached
  const module = updates.useModule(useUpdatesNeeded(!isServerPage))

  useEffect(() => {
    if (isServerPage) rememberPageData(catalogueKeys.page(stableQuery), initialPage)
  }, [isServerPage, stableQuery, initialPage])

  const first = { products: initialPage?.items, total: initialPage?.total ?? 0, error: null }
  const { products, total, error } = update?.key === key ? update : first
  // For a page from the server the module is loaded after one polling interval, so it polls at once.
  const follower = module ? (
    <module.ListUpdates query={stableQuery} pollsNow={isServerPage} onUpdate={setUpdate} />
  ) : null
  return { products, total, error, follower }
}
