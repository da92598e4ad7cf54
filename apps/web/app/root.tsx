import type { Shop } from '@nashta/contracts/shop/shop'
import { takesGuests } from '@nashta/contracts/shop/shop-terms'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  type Location,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { lazyPart, loadAwaited, SOMETHING_WENT_WRONG } from './data/late/awaited-parts.tsx'
import { loadRoutesWith } from './data/react-router/load-route-module.ts'
import { readPaymentSummary } from './data/shop/read-payment-summary.ts'
import { readShop } from './data/shop/read-shop.ts'
import { pageShelves, readStorefront } from './data/shop/read-storefront.ts'
import { AccountLinks, AccountMenu } from './features/account/account-menu.tsx'
import { SessionProvider, useAccountClient } from './features/account/session/session-provider.tsx'
import { CartButton, CartDrawer } from './features/cart/cart-drawer.tsx'
import { CartProvider } from './features/cart/cart-provider.tsx'
import { Footer } from './features/layout/footer.tsx'
import { Header } from './features/layout/header.tsx'
import { MessagePage } from './features/layout/message-page.tsx'
import {
  NavigationMessage,
  OfflineNotice,
  useFocusOnNavigation,
} from './features/layout/navigation-feedback.tsx'
import { HeaderSearch, SearchSheet } from './features/search/header-search.tsx'
import {
  fetchShopContext,
  guestCheckoutContext,
  publicUrlContext,
  realTimeSyncContext,
} from './server/contexts.server.ts'
import { titleOf } from './server/page-meta.ts'
import { useStartUpCheck } from './start-up-check.ts'
import { deliveryTexts } from './texts/delivery.ts'
import { faceOf } from './texts/face.ts'
import styles from './styles/app.css?url'

loadRoutesWith(loadAwaited)

/** Loaded when a shopper opens the cart. */
const CartSuggestions = lazyPart(() => import('./routes/cart-suggestions.tsx'))
/** Loaded when a link has an offer code. */
const LinkedOffer = lazyPart(() => import('./features/cart/linked-offer.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const fetchShop = context.get(fetchShopContext)
  const [record, payments, storefront] = await Promise.all([
    readShop(fetchShop),
    readPaymentSummary(fetchShop),
    readStorefront(fetchShop),
  ])
  const rootData = {
    publicUrl: context.get(publicUrlContext),
    realTimeSync: context.get(realTimeSyncContext),
    guestCheckout: takesGuests(context.get(guestCheckoutContext), record),
    payments,
    shelves: storefront ? pageShelves(storefront) : [],
    announcement: storefront?.home?.announcement,
    hasOwnHome: storefront?.home !== undefined,
    menus: storefront?.menus,
    ...(record ? splitRecord(record) : { shop: null, delivery: null, face: null }),
  }
  // A page without the shop's record, its shelves or the ways to pay is shown, but not cached.
  return record && payments && storefront
    ? rootData
    : data(rootData, { headers: { 'cache-control': 'no-store' } })
}

/** The record without what pages do not show. */
function splitRecord(record: Shop) {
  const { delivery, upi: _upi, checked: _checked, ...shop } = record
  return { shop, delivery: deliveryTexts(delivery), face: faceOf(record) }
}

/** React Router also sends these headers for child routes that have none of their own. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** The root loader's data hardly ever changes during a visit, so navigation does not refetch it. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const meta: Route.MetaFunction = ({ matches, error }) => [
  { title: titleOf(error ? describeError(error).title : undefined, matches[0].loaderData?.face) },
]

/** Replaces the root loader's data, which is missing on the page of an unexpected error. */
const NO_ROOT_DATA = { publicUrl: '', shop: null, payments: null, face: null }

export function Layout({ children }: { children: ReactNode }) {
  const { publicUrl, shop, payments, face } = useRouteLoaderData<typeof loader>('root') ?? NO_ROOT_DATA
  const { Header: OwnHeader, Footer: OwnFooter } = useFrame()
  useFocusOnNavigation()
  useInteractiveEvent()
  useStartUpCheck()

  return (
    <html lang="en-IN" data-colours={face?.colours}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {face ? (
          <>
            <meta name="theme-color" content={face.themeColour} />
            <link rel="icon" href={face.icon} />
            <link rel="apple-touch-icon" href={face.apple} />
          </>
        ) : null}
        <Meta />
        <Links />
      </head>
      <body>
        <SessionProvider>
          <a
            href="#main"
            className="fixed top-2 left-2 z-30 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
          >
            Skip to the snacks
          </a>
          <CartOfSession>
            {OwnHeader ? (
              <OwnHeader />
            ) : (
              <Header
                search={<HeaderSearch />}
                searchSheet={<SearchSheet />}
                account={<AccountMenu />}
                menuAccount={<AccountLinks />}
                cart={<CartButton />}
              />
            )}
            <NavigationMessage />
            <main id="main" tabIndex={-1} className="outline-none">
              {children}
            </main>
            {OwnFooter ? (
              <OwnFooter />
            ) : (
              <Footer publicUrl={publicUrl} shop={shop} methods={payments?.methods ?? []} />
            )}
            <OfflineNotice />
            <OfferOfLink />
          </CartOfSession>
        </SessionProvider>
        <Scripts />
        {/* ScrollRestoration must come after Scripts. The server adds the starter script to Scripts
            (apps/web/server/page-scripts.ts). In browsers that forbid sessionStorage, the starter
            script defines a substitute, which the inline script of ScrollRestoration needs. */}
        <ScrollRestoration getKey={scrollKey} />
      </body>
    </html>
  )
}

/** A route may have a header and a footer of its own: `handle = { Header, Footer }`. */
type Frame = { Header?: ComponentType; Footer?: ComponentType }

function useFrame(): Frame {
  // React Router types every handle as unknown.
  return (useMatches().at(-1)?.handle as Frame | undefined) ?? {}
}

/** The code of a link with one, such as `/?offer=DIWALI`. The starter script has stored it. */
function OfferOfLink() {
  const { search } = useLocation()
  // The server does not know the query of the page.
  return useHydrated() && search.includes('offer=') ? <LinkedOffer search={search} /> : null
}

/** Passes the session and the suggestions to the cart: features do not import each other. */
function CartOfSession({ children }: { children: ReactNode }) {
  const { session } = useAccountClient()
  return (
    <CartProvider session={session}>
      {children}
      <CartDrawer Suggestions={CartSuggestions} />
    </CartProvider>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MessagePage {...describeError(error)} />
}

/** Node's navigator does not say whether it is online. */
function isOffline() {
  return typeof document !== 'undefined' && !navigator.onLine
}

function describeError(error: unknown) {
  if (isOffline()) {
    return { title: 'No connection', text: 'This page is not saved on your device.' }
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Page not found',
      text: 'Somebody must have eaten it. The snacks are where you left them.',
    }
  }
  return {
    title: SOMETHING_WENT_WRONG,
    text: 'The fault is ours, not yours. Please try again in a moment.',
  }
}

/**
 * Tells the starter script (apps/web/server/page-scripts.ts) and the end-to-end tests that the page
 * is hydrated. `Layout` is the outermost component, so its effects run after those of all others.
 */
function useInteractiveEvent() {
  useEffect(() => {
    document.documentElement.dataset['interactive'] = ''
    dispatchEvent(new Event('interactive'))
  }, [])
}

/**
 * React Router stores the scroll position of a history entry under the returned key. All entries to
 * which React Router gave no key, such as the target of the plain anchor `#main`, have the
 * `location.key` `default`. For them the function returns the path and anchor: `/checkout#main`.
 */
function scrollKey(location: Location) {
  return location.key === 'default' ? location.pathname + location.hash : location.key
}
