import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { type InfiniteData, useQuery } from '@tanstack/react-query'
import type { PageQuery } from '../../data/products/fetch-products.ts'
import { catalogueKeys } from '../../data/products/page-data.ts'
import { filterList, loadCatalogueCalls } from '../../data/products/product-queries.ts'
import { getQueryClient } from '../../data/products/query-client.tsx'
import { useProductList } from '../../data/products/use-product-list.ts'
import type { CardProduct } from './cards/card-product.ts'
import { toCards } from './cards/to-cards.ts'

/** A page of products with the fields of a card. */
export type CardPage = Omit<ProductPage, 'items' | 'packs'> & {
  items: CardProduct[]
  /** Best sellers, on the first page of a filter that finds nothing. */
  others?: CardProduct[]
}

export function toCardPage({ items, packs = [], ...page }: ProductPage): CardPage {
  return { ...page, items: toCards(items, packs) }
}

/** The cards of a query, from a list of products in the browser. Undefined as `filterList`. */
export function cardsFromList(list: readonly Product[], query: PageQuery): CardProduct[] | undefined {
  const hasPacks = query.families === 'true' || query.besides !== undefined
  const found = filterList(list, query)
  return found && toCards(found, hasPacks ? list : [])
}

/** The cached result of a query. */
export function cachedPage(query: PageQuery): CardPage | undefined {
  return getQueryClient().getQueryData(catalogueKeys.page(query))
}

/** The product on a card of All Snacks, a collection or a product page that was shown before. */
export function cachedCard(id: string): CardProduct | undefined {
  const client = getQueryClient()
  const snacks = client.getQueriesData<InfiniteData<CardPage>>({ queryKey: ['catalogue', 'snacks'] })
  const queries = client.getQueriesData<CardPage>({ queryKey: ['catalogue', 'query'] })
  const pages = [...snacks.flatMap(([, data]) => data?.pages), ...queries.map(([, data]) => data)]
  const cards = pages.flatMap((page) => page?.items ?? [])
  const packs = cards.flatMap((card) => card.packs ?? [])
  return cards.find(({ products_id }) => products_id === id) ?? packs.find((pack) => pack.products_id === id)
}

/**
 * The products that match a query. If they cannot be fetched, they come from the polled or stored
 * product list. A query that is not enabled has no products.
 */
export function useProductQuery(query: PageQuery, { isEnabled = true }: { isEnabled?: boolean } = {}) {
  const { data, error } = useQuery({
    queryKey: catalogueKeys.page(query),
    queryFn: async ({ signal }) => {
      const { findPage } = await loadCatalogueCalls()
      return toCardPage(await findPage(query, signal))
    },
    enabled: isEnabled,
  })
  // While the query is pending, the list is fetched too, in case the query fails.
  const { products: list, isReachable } = useProductList({ fetchNow: isEnabled && data === undefined })
  if (!isEnabled) return { products: undefined, total: 0, error }
  if (data) return { products: data.items, total: data.total, error }

  const cannotFetch = error !== null || !isReachable
  const products = cannotFetch && list ? cardsFromList(list, query) : undefined
  return { products, total: products?.length ?? 0, error }
}
