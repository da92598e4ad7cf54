import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type Location,
} from 'react-router'
import type { Route } from './+types/root'
import { SHELVES } from './features/catalogue/shelves.ts'
import { Footer } from './features/layout/footer.tsx'
import { Header } from './features/layout/header.tsx'
import { MessagePage } from './features/layout/message-page.tsx'
import textFace from './styles/fonts/dm-sans-latin.woff2?url'
import displayFace from './styles/fonts/fraunces-latin.woff2?url'
import styles from './styles/app.css?url'

const SHELF_LINKS = SHELVES.map(({ name, anchor }) => ({ label: name, to: `/#${anchor}` }))

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ...[displayFace, textFace].map((href) => ({
    rel: 'preload' as const,
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
]

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? `${describe(error).title} | Nashta` : 'Nashta' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#b3174d" />
        <Meta />
        {/* With a precedence React puts it before the scripts' preloads, which can wait. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <Links />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-2 left-2 z-30 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
        >
          Skip to the snacks
        </a>
        <Header links={SHELF_LINKS} />
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <Footer links={SHELF_LINKS} />
        <ScrollRestoration getKey={scrollKey} />
        <Scripts />
      </body>
    </html>
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
