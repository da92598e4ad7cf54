import type { Product } from '@nashta/contracts/catalogue/product'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PRODUCT_POLLING_INTERVAL_MS, useFetchEnabled } from '../calls/polling.ts'
import { usePolling, useReachable } from '../calls/use-online.ts'
import type { CachedProducts } from './product-cache.ts'
import { loadCatalogueCalls, productListQuery } from './product-queries.ts'

/** The list in browser storage. The mode `always` allows the read while offline. */
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
  /**
   * When the shown list was last up to date, in ms. Null while the store is reachable, and while no
   * list is known.
   */
  savedAt: number | null
}

type ProductListOptions = {
  /**
   * False for a page that already has its products. The list is then fetched after one polling
   * interval.
   */
  fetchNow: boolean
}

/**
 * Returns the polled list in the browser. On the server, the list has no products, because the
 * server renders pages from their loader's data.
 */
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

/**
 * Polls while the page is visible and online. The polled list is only the first page of the
 * catalogue. The stored list may also contain products of later pages, so it is returned while the
 * store is unreachable.
 */
function usePolledList({ fetchNow }: ProductListOptions): ProductList {
  const canReachStore = useReachable()
  const { data, error, dataUpdatedAt } = useQuery({
    ...productListQuery,
    enabled: useFetchEnabled(fetchNow),
    refetchInterval: usePolling(),
  })
  const isReachable = error === null && canReachStore
  const { data: stored } = useQuery({ ...storedListQuery, enabled: !isReachable })
  if (!isReachable && stored && !isFromEarlierPoll(stored, dataUpdatedAt)) {
    const { products, savedAt } = stored
    // The stored list may lack the last products of the catalogue, because it is cut to fit into
    // storage.
    return { error, isReachable, products, isWhole: false, savedAt }
  }
  return {
    error,
    isReachable,
    products: data?.items,
    isWhole: data?.nextCursor === null,
    savedAt: !isReachable && data ? dataUpdatedAt : null,
  }
}

/**
 * Whether the stored list is from an earlier poll, because the last poll found storage full. A list
 * is stored within moments of its poll, and polls are far apart.
 */
function isFromEarlierPoll({ savedAt }: CachedProducts, polledAt: number) {
  return savedAt <= polledAt - PRODUCT_POLLING_INTERVAL_MS / 2
}
