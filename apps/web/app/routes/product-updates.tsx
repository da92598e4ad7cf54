import type { Product } from '@nashta/contracts/catalogue/product'
import { memo, useLayoutEffect } from 'react'
import { packsQuery } from '../data/products/page-data.ts'
import { cachedProduct } from '../data/products/product-queries.ts'
import { QueryCacheProvider } from '../data/products/query-client.tsx'
import type { CardProduct } from '../features/catalogue/cards/card-product.ts'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { relatedQuery } from '../features/catalogue/product/product-page-queries.ts'
import { type ProductResult, useProduct } from '../features/catalogue/product/use-product.ts'
import {
  cachedCard,
  cachedPage,
  type CardPage,
  useProductQuery,
} from '../features/catalogue/use-product-query.ts'

/** What a product page shows before its updates have arrived. */
export type ProductPageData = {
  product: Product | undefined
  /** The product on a card that was shown before, while the whole product is not known. */
  card: CardProduct | undefined
  related: CardPage | undefined
  packs: CardPage | undefined
}

export type ProductUpdate = ProductResult & {
  id: string
  related: readonly CardProduct[] | undefined
  packs: readonly CardProduct[] | undefined
}

export type ProductUpdatesProps = {
  id: string
  onUpdate: (update: ProductUpdate) => void
}

/**
 * Follows the catalogue for a product page. This module is loaded after the page, because its query
 * cache would make the first load a tenth larger. It is no route, but is here because only routes
 * may import several features. An update renders the page again, which must not render this again.
 */
export const ProductUpdates = memo(function FollowProduct(props: ProductUpdatesProps) {
  return (
    <QueryCacheProvider>
      <Updates {...props} />
      <CatalogueSync />
    </QueryCacheProvider>
  )
})

function Updates({ id, onUpdate }: ProductUpdatesProps) {
  const { product, isMissing, error } = useProduct(id)
  const isKnown = product !== undefined
  const { products: related } = useProductQuery(isKnown ? relatedQuery(product) : {}, { isEnabled: isKnown })
  const family = product?.family
  const { products: packs } = useProductQuery(packsQuery(family ?? ''), { isEnabled: family !== undefined })

  // Before the next paint: a page that opens shows what is known at once.
  useLayoutEffect(() => {
    onUpdate({ id, product, isMissing, error, related, packs })
  }, [id, product, isMissing, error, related, packs, onUpdate])

  return null
}

/** What the query cache has for the page of a product; null if it has nothing. */
export function findKnown(id: string): ProductPageData | null {
  const product = cachedProduct(id)
  const card = product ?? cachedCard(id)
  if (!card) return null
  return {
    product,
    card,
    related: cachedPage(relatedQuery(card)),
    packs: card.family === undefined ? undefined : cachedPage(packsQuery(card.family)),
  }
}
