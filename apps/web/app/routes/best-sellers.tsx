import { fetchProductPage } from '../data/fetch-products.ts'
import { useProductList } from '../data/use-product-list.ts'
import { quickAdd } from '../features/cart/quick-add.tsx'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { BEST_SELLER, LOADING_BEST_SELLERS, NO_BEST_SELLERS } from '../features/catalogue/catalogue-texts.ts'
import { CollectionPage } from '../features/catalogue/collection-page.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { ShelfState } from '../features/catalogue/shelf-state.tsx'
import { toCard } from '../features/catalogue/to-card.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/best-sellers'

const BEST_SELLERS_PAGE_COUNT = 12

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await fetchProductPage(context.get(fetchShopContext), { limit: BEST_SELLERS_PAGE_COUNT })
  return { sent: items.map(toCard) }
}

/** In the browser the list is at hand, or on its way. */
export function clientLoader() {
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Best Sellers | Nashta',
    description: 'The twelve snacks that leave our counter first, ranked by what people really buy.',
    path: '/collections/best-sellers',
  })

export default function BestSellersRoute({ loaderData }: Route.ComponentProps) {
  const { products, error } = useProductList({ canWait: loaderData !== null })
  const first = products?.slice(0, BEST_SELLERS_PAGE_COUNT).map(toCard) ?? loaderData?.sent
  const badges = new Map(first?.map(({ products_id }) => [products_id, BEST_SELLER]))

  return (
    <CollectionPage title="Best Sellers" intro="What leaves the counter first." tone="peach">
      <ShelfState products={first} error={error} loading={LOADING_BEST_SELLERS} empty={NO_BEST_SELLERS}>
        {(shown) => <ProductGrid products={shown} columns="four" badges={badges} isMain action={quickAdd} />}
      </ShelfState>
      <CatalogueSync />
    </CollectionPage>
  )
}
