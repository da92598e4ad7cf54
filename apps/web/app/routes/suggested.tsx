import { leadingPacks } from '@nashta/contracts/catalogue/leading-packs'
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
import { nullUnlessResponse, throwUnavailable, unavailableError } from '../data/loader-failure.ts'
import { useFetchEnabled } from '../data/polling.ts'
import { useProductList } from '../data/use-product-list.ts'
import { useSession } from '../features/account/session/session-provider.tsx'
import { toCards } from '../features/catalogue/card-product.ts'
import { CollectionPage } from '../features/catalogue/collection-page.tsx'
import { toCardPage } from '../features/catalogue/use-product-query.ts'
import { fetchGuestSuggestions } from '../features/recommendations/fetch-guest-suggestions.ts'
import { useRecommendations } from '../features/recommendations/use-recommendations.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { staticMeta } from '../server/page-meta.ts'
import type { Route } from './+types/suggested'
import { renderCardActions } from './card-actions.tsx'

const LIMIT = SUGGESTED_PAGE_RECOMMENDATIONS_COUNT

/**
 * The server renders one page for all visitors, with the suggestions for guests. The browser loads
 * the personal suggestions.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const [popular, guestSuggestions] = await Promise.all([
    fetchProductPage(fetchShop, { families: 'true', limit: LIMIT }).catch(throwUnavailable),
    fetchGuestSuggestions(fetchShop, LIMIT),
  ])
  const { products: suggested, packs, hasService } = guestSuggestions
  return {
    guestProducts: suggested ? toCards(suggested, packs) : toCardPage(popular).items,
    hasService,
    /** False when `guestProducts` are only the best sellers. */
    hasSuggestions: suggested !== null,
  }
}

/**
 * Returns null when the store cannot send the data. The page then shows the first products of the
 * product list, from browser storage if the store is unreachable.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(nullUnlessResponse)
}

export const meta = staticMeta({
  title: RECOMMENDED_FOR_YOU,
  description: 'Snacks handpicked for you: donuts, chips, chocolates, nuts and treats you may like.',
  path: '/collections/suggested',
})

export default function SuggestedRoute({ loaderData }: Route.ComponentProps) {
  return <Suggested loaderData={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Suggested loaderData={null} failure={unavailableError(error)} />
}

type SuggestedProps = Pick<Route.ComponentProps, 'loaderData'> & { failure?: Error | null }

/** `failure` is shown until the browser has loaded products. */
function Suggested({ loaderData, failure = null }: SuggestedProps) {
  const { products: list, error: listError, isReachable } = useProductList({ fetchNow: loaderData === null })
  const { status, user } = useSession()
  const hasGuestSuggestions = user === null && loaderData?.hasSuggestions === true
  // A guest already has new suggestions from the loader, so the first fetch can wait.
  const mayFetch = useFetchEnabled(!hasGuestSuggestions)
  const { suggestions, error, isLoading } = useRecommendations({
    userId: user?.sub ?? GUEST_RECOMMENDATIONS_USER_ID,
    limit: LIMIT,
    enabled: mayFetch && status !== 'unknown' && (loaderData?.hasService ?? false),
  })
  const guestProducts =
    loaderData?.guestProducts ?? (list && toCards(leadingPacks(list).slice(0, LIMIT), list))

  /** Undefined if the page shows the loading text or the error in place of products. */
  function pickProducts() {
    if (suggestions) return toCards(suggestions.products, suggestions.packs)
    // A shopper must not see the products for guests first, and then other products.
    if (user !== null && isLoading) return undefined
    // While the store is unreachable, known products are shown in place of the error.
    const showsError = error !== null && (isReachable || guestProducts === undefined)
    return showsError ? undefined : guestProducts
  }

  return (
    <CollectionPage
      header={{ title: RECOMMENDED_FOR_YOU, intro: RECOMMENDED_INTRO, tone: 'blush' }}
      list={{
        products: pickProducts(),
        error: error ?? (guestProducts === undefined ? listError : null) ?? failure,
        loadingText: LOADING_RECOMMENDATIONS,
        emptyText: NO_RECOMMENDATIONS,
        errorText: errorLoadingRecommendations,
      }}
      grid={{ columns: 'three', notes: suggestions?.notes, renderAction: renderCardActions }}
    />
  )
}
