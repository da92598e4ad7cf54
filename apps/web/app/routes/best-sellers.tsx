import { fetchProductPage } from '../data/fetch-products.ts'
import { throwUnavailable, unavailableError } from '../data/loader-failure.ts'
import { useProductList } from '../data/use-product-list.ts'
import { renderQuickAdd } from '../features/cart/quick-add.tsx'
import { CollectionPage } from '../features/catalogue/collection-page.tsx'
import { type CardProduct, pickCardFields } from '../features/catalogue/product-card.tsx'
import { fetchShopContext } from '../server/contexts.server.ts'
import { staticMeta } from '../server/page-meta.ts'
import type { Route } from './+types/best-sellers'

const BEST_SELLERS_COUNT = 12

export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  // Without `sort`, the best sellers come first.
  const { items } = await fetchProductPage(fetchShop, { limit: BEST_SELLERS_COUNT }).catch(throwUnavailable)
  return { initialProducts: items.map(pickCardFields) }
}

/** A navigation in the browser loads nothing here: the page uses the polled product list. */
export function clientLoader() {
  return null
}

export const meta = staticMeta({
  title: 'Best Sellers',
  description: 'The twelve snacks that leave our counter first, ranked by what people really buy.',
  path: '/collections/best-sellers',
})

export default function BestSellersRoute({ loaderData }: Route.ComponentProps) {
  return <BestSellers initialProducts={loaderData?.initialProducts} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <BestSellers failure={unavailableError(error)} />
}

type BestSellersProps = { initialProducts?: CardProduct[] | undefined; failure?: Error | null }

/** `failure` is the loader's error. An error is shown only as long as `products` is undefined. */
function BestSellers({ initialProducts, failure = null }: BestSellersProps) {
  const { products: list, error } = useProductList({ fetchNow: !initialProducts })
  const products = list?.slice(0, BEST_SELLERS_COUNT).map(pickCardFields) ?? initialProducts
  const badges = new Map(products?.map(({ products_id }) => [products_id, 'BEST SELLER']))
  return (
    <CollectionPage
      header={{ title: 'Best Sellers', intro: 'What leaves the counter first.', tone: 'peach' }}
      list={{
        products,
        error: error ?? failure,
        loadingText: 'Loading best sellers...',
        emptyText: 'No best sellers available at the moment.',
      }}
      grid={{ columns: 'four', badges, renderAction: renderQuickAdd }}
    />
  )
}
