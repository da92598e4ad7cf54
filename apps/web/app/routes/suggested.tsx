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
} from '@nashta/contracts/recommendations/recommendation-texts'
import { fetchProductPage } from '../data/fetch-products.ts'
import { useProductList } from '../data/use-product-list.ts'
import { useSession } from '../features/account/session/session-provider.tsx'
import { quickAdd } from '../features/cart/quick-add.tsx'
import { CatalogueSync } from '../features/catalogue/catalogue-sync.tsx'
import { CollectionPage } from '../features/catalogue/collection-page.tsx'
import { ProductGrid } from '../features/catalogue/product-grid.tsx'
import { ShelfState } from '../features/catalogue/shelf-state.tsx'
import { toCard } from '../features/catalogue/to-card.ts'
import { suggestToGuests } from '../features/recommendations/suggest-to-guests.ts'
import { useRecommendations } from '../features/recommendations/use-recommendations.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { pageMeta } from '../server/page-meta.ts'
import type { Route } from './+types/suggested'

const LIMIT = SUGGESTED_PAGE_RECOMMENDATIONS_COUNT

/** The page is one for all, so it comes with what guests are suggested; what is personal the browser asks for. */
export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const [popular, guests] = await Promise.all([
    fetchProductPage(fetchShop, { limit: LIMIT }),
    suggestToGuests(fetchShop, LIMIT),
  ])
  return { toGuests: (guests.products ?? popular.items).map(toCard), isServed: guests.isServed }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  // While the store is away, what sells best is at hand.
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
  const { status, user } = useSession()
  const { suggestions, error } = useRecommendations({
    userId: user?.sub ?? GUEST_RECOMMENDATIONS_USER_ID,
    limit: LIMIT,
    isServed: status !== 'unknown' && (loaderData?.isServed ?? false),
  })
  const toGuests = loaderData?.toGuests ?? list?.slice(0, LIMIT).map(toCard)
  const shown = suggestions?.products.map(toCard) ?? (error ? undefined : toGuests)

  return (
    <CollectionPage title={RECOMMENDED_FOR_YOU} intro={RECOMMENDED_INTRO} tone="blush">
      <ShelfState
        products={shown}
        error={error}
        loading={LOADING_RECOMMENDATIONS}
        empty={NO_RECOMMENDATIONS}
        failed={errorLoadingRecommendations}
      >
        {(cards) => (
          <ProductGrid products={cards} columns="three" notes={suggestions?.notes} isMain action={quickAdd} />
        )}
      </ShelfState>
      <CatalogueSync />
    </CollectionPage>
  )
}
