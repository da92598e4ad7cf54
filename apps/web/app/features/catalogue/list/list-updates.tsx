import { memo, useLayoutEffect } from 'react'
import type { PageQuery } from '../../../data/products/fetch-products.ts'
import { QueryCacheProvider } from '../../../data/products/query-client.tsx'
import type { CardProduct } from '../cards/card-product.ts'
import { CatalogueSync } from '../catalogue-sync.tsx'
import { useProductQuery } from '../use-product-query.ts'

export { cachedPage } from '../use-product-query.ts'

export type ListUpdate = {
  /** The query, as JSON. */
  key: string
  /** Undefined while they are being fetched, or when they cannot be fetched. */
  products: readonly CardProduct[] | undefined
  total: number
  error: Error | null
}

export type ListUpdatesProps = {
  query: PageQuery
  /** The page has been open for one polling interval. */
  pollsNow: boolean
  onUpdate: (update: ListUpdate) => void
}

/**
 * Follows the catalogue for a list. This module is loaded after the page, because its query cache
 * would make the first load a tenth larger. An update renders the page again, which must not render
 * this again.
 */
export const ListUpdates = memo(function FollowList(props: ListUpdatesProps) {
  return (
    <QueryCacheProvider>
      <Updates {...props} />
      <CatalogueSync pollsNow={props.pollsNow} />
    </QueryCacheProvider>
  )
})

function Updates({ query, onUpdate }: Omit<ListUpdatesProps, 'pollsNow'>) {
  const { products, total, error } = useProductQuery(query)
  const key = JSON.stringify(query)

  // Before the next paint: a page that opens shows what is cached at once.
  useLayoutEffect(() => {
    onUpdate({ key, products, total, error })
  }, [key, products, total, error, onUpdate])

  return null
}
