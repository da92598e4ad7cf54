import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  type Location,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { AccountLinks, AccountMenu } from './features/account/account-menu.tsx'
import { SessionProvider, useAccount } from './features/account/session/session-provider.tsx'
import { CartButton } from './features/cart/cart-button.tsx'
import { CartDrawer } from './features/cart/cart-drawer.tsx'
import { CartProvider } from './features/cart/cart-provider.tsx'
import { Footer } from './features/layout/footer.tsx'
import { Header } from './features/layout/header.tsx'
import { MessagePage } from './features/layout/message-page.tsx'
import { NavigationMessage } from './features/layout/navigation-message.tsx'
import { useAlive } from './features/layout/use-alive.ts'
import { useFocusOnNavigation } from './features/layout/use-focus-on-navigation.ts'
import { publicUrlContext } from './server/contexts.server.ts'
import textFace from './styles/fonts/dm-sans-latin.woff2?url'
import displayFace from './styles/fonts/fraunces-latin.woff2?url'
import styles from './styles/app.css?url'

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(publicUrlContext) }
}

/** The store does not move while somebody walks through it. */
export function shouldRevalidate() {
  return false
}

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? `${describe(error).title} | Nashta` : 'Nashta' },
]

export function Layout({ children }: { children: ReactNode }) {
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl ?? ''
  useFocusOnNavigation()
  useAlive()

  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#b3174d" />
        <Meta />
        {/* With a precedence React puts it before the scripts' preloads, which can wait. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {[displayFace, textFace].map((face) => (
          <link key={face} rel="preload" href={face} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
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
            <Header account={<AccountMenu />} menuAccount={<AccountLinks />} cart={<CartButton />} />
            <NavigationMessage />
            <main id="main" tabIndex={-1} className="outline-none">
              {children}
            </main>
            <Footer publicUrl={publicUrl} />
          </CartOfSession>
        </SessionProvider>
        <ScrollRestoration getKey={scrollKey} />
        <Scripts />
      </body>
    </html>
  )
}

/** Neither feature knows of the other: the cart is that of whoever the session says is here. */
function CartOfSession({ children }: { children: ReactNode }) {
  const { session } = useAccount()
  return (
    <CartProvider session={session}>
      {children}
      <CartDrawer />
    </CartProvider>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MessagePage {...describe(error)} />
}

function describe(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Page not found',
      text: 'Somebody must have eaten it. The snacks are where you left them.',
    }
  }
  return {
    title: 'Something went wrong',
    text: 'The fault is ours, not yours. Please try again in a moment.',
  }
}

/** Jumps the browser makes by itself have no key of their own; keyed alike they would scroll back at once. */
function scrollKey(location: Location) {
  return location.key === 'default' ? location.pathname + location.hash : location.key
}
