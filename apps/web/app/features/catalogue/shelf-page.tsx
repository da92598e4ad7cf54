import { LinkButton } from '@nashta/ui/button'
import type { PageQuery } from '../../data/fetch-products.ts'
import { CatalogueSync } from './catalogue-sync.tsx'
import { LOADING_SNACKS, NO_SNACKS } from './catalogue-texts.ts'
import { CollectionPage, type CollectionPageProps } from './collection-page.tsx'
import { ProductGrid, type ProductGridProps } from './product-grid.tsx'
import { ShelfState } from './shelf-state.tsx'
import { type CardPage, useShelf } from './use-shelf.ts'

export type ShelfPageProps = Omit<CollectionPageProps, 'children'> &
  Pick<ProductGridProps, 'action'> & {
    query: PageQuery
    sent: CardPage | undefined
    /** Where the rest is, when there is more than fits. */
    moreTo?: string
  }

/** A collection that is what a query finds. */
export function ShelfPage({ query, sent, moreTo, action, ...frame }: ShelfPageProps) {
  const { products, total, error } = useShelf(query, sent)
  return (
    <CollectionPage {...frame}>
      <ShelfState products={products} error={error} loading={LOADING_SNACKS} empty={NO_SNACKS}>
        {(shown) => (
          <>
            <ProductGrid products={shown} columns="four" isMain {...(action && { action })} />
            {moreTo && total > shown.length ? (
              <p className="pt-12 text-center">
                <LinkButton to={moreTo} look="outline">
                  See all {total}
                </LinkButton>
              </p>
            ) : null}
          </>
        )}
      </ShelfState>
      <CatalogueSync />
    </CollectionPage>
  )
}
