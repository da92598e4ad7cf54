import { SUGGESTED_PAGE_RECOMMENDATIONS_COUNT } from '@nashta/contracts/constants'
import {
  errorLoadingRecommendations,
  LOADING_RECOMMENDATIONS,
  NO_RECOMMENDATIONS,
  RECOMMENDED_FOR_YOU,
  RECOMMENDED_INTRO,
} from '@nashta/contracts/recommendations/recommendation-texts'
import { useState } from 'react'
import { useFetchEnabled, useUpdatesNeeded } from '../data/calls/polling.ts'
import { lateModule } from '../data/late/late-module.ts'
import { fetchProductPage } from '../data/products/fetch-products.ts'
import { nullUnlessResponse, throwUnavailable, unavailableError } from '../data/products/loader-failure.ts'
import { useSession } from '../features/account/session/session-provider.tsx'
import { toCards } from '../features/catalogue/cards/to-cards.ts'
import { CollectionPage } from '../features/catalogue/list/collection-page.tsx'
import { toCardPage } from '../features/catalogue/use-product-query.ts'
import { fetchGuestSuggestions } from '../features/recommendations/fetch-guest-suggestions.ts'
import { fetchShopContext } from '../server/contexts.server.ts'
import { staticMeta } from '../server/page-meta.ts'
import type { Route } from './+types/suggested'
import { renderCardActions } from './card-actions.tsx'

const LIMIT = SUGGESTED_PAGE_RECOMMENDATIONS_COUNT

const updates = lateModule(() => import('./suggested-updates.tsx'))

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
  const { status, user } = useSession()
  const userId = user?.sub
  const [lastUpdate, setUpdate] = useState(() => updates.current()?.cachedSuggestions(userId, LIMIT) ?? null)
  const hasGuestSuggestions = user === null && loaderData?.hasSuggestions === true
  // A guest already has new suggestions from the loader, so the first fetch can wait.
  const mayFetch = useFetchEnabled(!hasGuestSuggestions && status !== 'unknown')
  const isEmpty = loaderData === null
  const module = updates.useModule(useUpdatesNeeded(mayFetch || isEmpty))
  // After a sign-in or sign-out, the last update still has the suggestions for the previous user.
  const update = lastUpdate?.userId === userId ? lastUpdate : null
  const { suggestions, notes, error = null, isReachable = true, isLoading = true } = update ?? {}
  const guestProducts = loaderData?.guestProducts ?? update?.bestSellers
  const listError = guestProducts === undefined ? update?.listError : null

  /** Undefined if the page shows the loading text or the error in place of products. */
  function pickProducts() {
    if (suggestions) return suggestions
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
        error: error ?? listError ?? failure,
        loadingText: LOADING_RECOMMENDATIONS,
        emptyText: NO_RECOMMENDATIONS,
        errorText: errorLoadingRecommendations,
      }}
      grid={{ columns: 'three', notes, renderAction: renderCardActions }}
      follower={
        module ? (
          <module.SuggestedUpdates
            userId={userId}
            limit={LIMIT}
            isEnabled={mayFetch && status !== 'unknown' && (loaderData?.hasService ?? false)}
            isEmpty={isEmpty}
            onUpdate={setUpdate}
          />
        ) : null
      }
    />
  )
}
