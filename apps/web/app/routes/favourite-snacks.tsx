import { Button } from '@nashta/ui/button'
import { useState } from 'react'
import { QueryCacheProvider } from '../data/products/query-client.tsx'
import { useProductsById } from '../data/products/use-products-by-id.ts'
import { ProductGrid } from '../features/catalogue/cards/product-grid.tsx'
import { toCards } from '../features/catalogue/cards/to-cards.ts'
import { ProductListOrText } from '../features/catalogue/list/collection-page.tsx'
import { LOADING_FAVOURITES } from '../features/favourites/favourite-texts.ts'
import { renderCardActions } from './card-actions.tsx'

const SHOWN_AT_ONCE = 24

/** Loaded once there are favourites. It is no route, but is here because only routes may import several features. */
export function FavouriteSnacks({ ids }: { ids: readonly string[] }) {
  return (
    <QueryCacheProvider>
      <SnacksOf ids={ids} />
    </QueryCacheProvider>
  )
}

function SnacksOf({ ids }: { ids: readonly string[] }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { products, error } = useProductsById(ids.slice(0, shown))
  return (
    <ProductListOrText
      products={products && toCards(products, [])}
      error={error}
      loadingText={LOADING_FAVOURITES}
      emptyText="Your favourites are no longer sold."
    >
      {(cards) => (
        <>
          <ProductGrid products={cards} columns="four" isMain renderAction={renderCardActions} />
          {ids.length > shown ? (
            <div className="mt-12 text-center">
              <Button look="outline" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
    </ProductListOrText>
  )
}
