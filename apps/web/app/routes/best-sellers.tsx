import { fetchProductPage, type PageQuery } from '../data/products/fetch-products.ts'
import { throwUnavailable, unavailableError } from '../data/products/loader-failure.ts'
import { CollectionPage } from '../features/catalogue/list/collection-page.tsx'
import { type ListData, loadCachedList, useList } from '../features/catalogue/list/use-list.tsx'
import { toCardPage } from '../features/catalogue/use-product-query.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { staticMeta } from '../server/page-meta.ts'
import type { Route } from './+types/best-sellers'
import { renderCardActions } from './card-actions.tsx'

/** Without `sort`, the best sellers come first. */
const QUERY: PageQuery = { families: 'true', limit: 12 }

export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  return { initialPage: toCardPage(await fetchProductPage(fetchShop, QUERY).catch(throwUnavailable)) }
}

/** A navigation in the browser shows what is cached, and does not wait for the store. */
export function clientLoader() {
  return loadCachedList(QUERY)
}

export const meta = staticMeta({
  title: 'Best Sellers',
  description: 'The twelve snacks that leave our counter first, ranked by what people really buy.',
  path: '/collections/best-sellers',
})

export default function BestSellersRoute({ loaderData }: Route.ComponentProps) {
  return <BestSellers data={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <BestSellers data={NO_LIST} failure={unavailableError(error)} />
}

const NO_LIST: ListData = { initialPage: undefined }

type BestSellersProps = { data: ListData; failure?: Error | null }

/** `failure` is the loader's error. An error is shown only as long as `products` is undefined. */
function BestSellers({ data, failure = null }: BestSellersProps) {
  const { products, error, follower } = useList(QUERY, data)
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
      grid={{ columns: 'four', badges, renderAction: renderCardActions }}
      follower={follower}
    />
  )
}
