import type { Product } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadCatalogueCalls } from './load-catalogue-calls.ts'
import { useDue } from './use-due.ts'
import { useOnline } from './use-online.ts'
import { usePolling } from './use-polling.ts'

/** The head of the catalogue in sales order: however long that grows, a poll stays small. */
export const productList = queryOptions({
  queryKey: ['catalogue', 'list'],
  queryFn: async ({ signal }) => {
    const { findPage, savedProducts } = await loadCatalogueCalls()
    const page = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX }, signal)
    savedProducts.write(page.items)
    return page
  },
})

const savedList = queryOptions({
  queryKey: ['saved', 'list'],
  queryFn: async () => (await loadCatalogueCalls()).savedProducts.read(),
  networkMode: 'always',
  gcTime: 0,
})

type ProductList = {
  products: readonly Product[] | undefined
  error: Error | null
  /** When what is shown was last right, in ms; null while the store answers. */
  savedAt: number | null
}

type ProductListOptions = {
  /** The page has something to show: the list can wait until it would be polled. */
  canWait: boolean
}

/** There is no list to follow on the server: a page is made from what was asked for it. */
export const useProductList = typeof document === 'undefined' ? useNoList : useFollowedList

const NO_LIST: ProductList = { products: undefined, error: null, savedAt: null }

function useNoList(_options: ProductListOptions): ProductList {
  return NO_LIST
}

/** Followed for as long as somebody looks: asked for again and again while the page is seen and online. */
function useFollowedList({ canWait }: ProductListOptions): ProductList {
  const online = useOnline()
  const { data, error, dataUpdatedAt } = useQuery({
    ...productList,
    enabled: useDue(canWait),
    refetchInterval: usePolling(),
  })
  const lost = error !== null || !online
  const { data: saved } = useQuery({ ...savedList, enabled: lost && !data })
  if (data) return { products: data.items, error, savedAt: lost ? dataUpdatedAt : null }
  if (lost && saved) return { ...saved, error }
  return { products: undefined, error, savedAt: null }
}
