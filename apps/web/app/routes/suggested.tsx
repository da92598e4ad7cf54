import {
  GUEST_RECOMMENDATIONS_USER_ID,
  SUGGESTED_PAGE_RECOMMENDATIONS_COUNT,
} from '@nashta/contracts/constants'
import {
  errorLoadingRecommendations,
  LOADING_RECOMMENDATIONS,
  NO_RECOMMENDATIONS,
  RECOMMENDED_FOR_YOU,
  RECOMMENDED_INTRO,
} from '@nashta/contracts/texts/recommendations'
import { useProductList } from '../data/product-list.ts'
import { quickAdd } from '../features/cart/quick-add.tsx'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { CollectionPage } from '../features/catalogue/collection-page.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { ShelfState } from '../features/catalogue/shelf-state.tsx'
import { toCard } from '../features/catalogue/to-card.ts'
import { fetchRecommendations } from '../features/recommendations/fetch-recommendations.ts'
import { useRecommendations } from '../features/recommendations/use-recommendations.ts'
import { pageMeta } from '../server/page-meta.ts'
import { type FetchApi, fetchApiContext, findProducts } from '../server/shop-api.server.ts'
import type { Route } from './+types/suggested'

const LIMIT = SUGGESTED_PAGE_RECOMMENDATIONS_COUNT
const GUEST = { userId: GUEST_RECOMMENDATIONS_USER_ID, limit: LIMIT }

/** The page is one for all, so it comes with what is popular; what is personal the browser asks for. */
export async function loader({ context }: Route.LoaderArgs) {
  const fetchApi = context.get(fetchApiContext)
  const [popular, isServed] = await Promise.all([
    findProducts(fetchApi, { limit: LIMIT }),
    hasService(fetchApi),
  ])
  return { popular: popular.items.map(toCard), isServed }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  // While the store is away, what is popular is at hand.
  return serverLoader().catch(() => null)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: `${RECOMMENDED_FOR_YOU} | Nashta`,
    description: 'Snacks handpicked for you: donuts, chips, chocolates, nuts and treats you may like.',
    path: '/collections/suggested',
  })

export default function SuggestedRoute({ loaderData }: Route.ComponentProps) {
  const { products: list } = useProductList({ canWait: loaderData !== null })
  const { products, error } = useRecommendations({ ...GUEST, isServed: loaderData?.isServed ?? false })
  const popular = list?.slice(0, LIMIT).map(toCard) ?? loaderData?.popular
  const shown = products?.map(toCard) ?? (error ? undefined : popular)

  return (
    <CollectionPage title={RECOMMENDED_FOR_YOU} intro={RECOMMENDED_INTRO} tone="blush">
      <ShelfState
        products={shown}
        error={error}
        loading={LOADING_RECOMMENDATIONS}
        empty={NO_RECOMMENDATIONS}
        failed={errorLoadingRecommendations}
      >
        {(cards) => <ProductGrid products={cards} columns="three" isMain action={quickAdd} />}
      </ShelfState>
      <CatalogueSync />
    </CollectionPage>
  )
}

/** One that fails is still there: the browser asks, and says what came of it. */
async function hasService(fetchApi: FetchApi) {
  try {
    return (await fetchRecommendations((path) => fetchApi(path), GUEST)) !== null
  } catch {
    return true
  }
}
