import type { Product } from '@nashta/contracts/catalogue/product'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PRODUCT_POLLING_INTERVAL_MS, useFetchEnabled } from './polling.ts'
import { loadCatalogueCalls, productListQuery } from './product-queries.ts'
import { usePolling, useReachable } from './use-online.ts'

/** The list in browser storage. It is read even while offline, and not cached: each outage reads it again. */
const storedListQuery = queryOptions({
  queryKey: ['saved', 'list'],
  queryFn: async () => (await loadCatalogueCalls()).productCache.read(),
  networkMode: 'always',
  gcTime: 0,
})

type ProductList = {
  products: readonly Product[] | undefined
  error: Error | null
  /** True when the list contains the whole catalogue. */
  isWhole: boolean
  isReachable: boolean
  /** When the shown list was last up to date, in ms; null while the store is reachable or no list is known. */
  savedAt: number | null
}

type ProductListOptions = {
  /** False for a page that already has its products: the list is then fetched after one polling interval. */
  fetchNow: boolean
}

/** The polled list in the browser. On the server it has no products: a page is rendered from its loader's data. */
export const useProductList = typeof document === 'undefined' ? useNoList : usePolledList

const NO_LIST: ProductList = {
  products: undefined,
  error: null,
  isWhole: false,
  isReachable: true,
  savedAt: null,
}

function useNoList(_options: ProductListOptions): ProductList {
  return NO_LIST
}

/** Polls while the page is visible and online. While the store is unreachable, returns the stored list, which is longer. */
function usePolledList({ fetchNow }: ProductListOptions): ProductList {
  const reachable = useReachable()
  const { data, error, dataUpdatedAt } = useQuery({
    ...productListQuery,
    enabled: useFetchEnabled(fetchNow),
    refetchInterval: usePolling(),
  })
  const unreachable = error !== null || !reachable
  const { data: stored } = useQuery({ ...storedListQuery, enabled: unreachable })
  // Where storage is full, the stored list is older than the polled one. Otherwise it was saved a moment before the query
  // set `dataUpdatedAt`.
  const isStoredCurrent = stored && stored.savedAt > dataUpdatedAt - PRODUCT_POLLING_INTERVAL_MS
  const state = { error, isReachable: !unreachable }
  // The stored list may have been cut to fit.
  if (unreachable && isStoredCurrent) return { ...state, ...stored, isWhole: false }
  return {
    ...state,
    products: data?.items,
    isWhole: data?.nextCursor === null,
    savedAt: unreachable && data ? dataUpdatedAt : null,
  }
}
