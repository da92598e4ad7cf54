import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts } from 'react-router'
import textFont from '../../../packages/ui/src/fonts/dm-sans.woff2?url'
import type { Route } from './+types/root'
import { FIRST_DESK_NAME, useFace } from './data/face.ts'
import { DeskSessionProvider } from './session/desk-session.tsx'
import { ToastProvider } from './shell/toasts.tsx'
import { Message } from './ui/message.tsx'
import styles from './app.css?url'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: textFont },
]

export const meta: Route.MetaFunction = () => [
  { title: FIRST_DESK_NAME },
  { name: 'robots', content: 'noindex' },
]

export function Layout({ children }: { children: ReactNode }) {
  const { shopName, colours, icon } = useFace()
  return (
    <html lang="en-IN" data-shop={shopName || undefined} data-colours={colours} data-icon={icon}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {icon === undefined ? null : <link rel="icon" href={icon} />}
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/** The only content of the document until the scripts run. */
export function HydrateFallback() {
  return <Message title="The desk is loading" />
}

export default function Root() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true } } }),
  )
  useInteractiveMark()
  return (
    <QueryClientProvider client={queries}>
      <DeskSessionProvider>
        <ToastProvider>
          <Outlet />
        </ToastProvider>
      </DeskSessionProvider>
    </QueryClientProvider>
  )
}

export function ErrorBoundary() {
  return (
    <Message title="Something went wrong">
      The desk met an error of its own. <a href="/desk">Open it again</a>
    </Message>
  )
}

/** Tells the end-to-end tests that the page is interactive. */
function useInteractiveMark() {
  useEffect(() => {
    document.documentElement.dataset['interactive'] = ''
  }, [])
}
