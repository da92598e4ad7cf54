import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PageQuery } from '../../data/fetch-products.ts'
import { filterProducts } from '../../data/filter-products.ts'
import { loadCatalogueCalls } from '../../data/product-queries.ts'
import { useProductList } from '../../data/use-product-list.ts'
import type { CardProduct } from './product-card.tsx'
import { toCard } from './to-card.ts'

/** A page of products as cards. */
export type CardPage = { items: CardProduct[]; total: number; nextCursor: string | null }

export type Shelf = { products: readonly CardProduct[] | undefined; total: number; error: Error | null }

/** The products that a query finds: as the server sent them, then as the store has them, else as they were saved. */
export function useShelf(query: PageQuery, sent: CardPage | undefined): Shelf {
  const { data, error } = useQuery({ ...shelfQuery(query), ...(sent && { initialData: sent }) })
  const { products: list } = useProductList({ canWait: data !== undefined })
  if (data) return { products: data.items, total: data.total, error }

  const picked = error && list ? filterProducts(list, query).map(toCard) : undefined
  return { products: picked, total: picked?.length ?? 0, error }
}

export function toCards({ items, total, nextCursor }: ProductPage): CardPage {
  return { items: items.map(toCard), total, nextCursor }
}

function shelfQuery(query: PageQuery) {
  return queryOptions({
    queryKey: ['catalogue', 'shelf', query],
    queryFn: async ({ signal }) => toCards(await (await loadCatalogueCalls()).findPage(query, signal)),
  })
}
