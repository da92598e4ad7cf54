import { QueryClient } from '@tanstack/react-query'
import { PRODUCT_POLLING_INTERVAL_MS } from './poll-delay.ts'

/** How long what nobody looks at is kept: long enough to come back to a list where one left it. */
const KEPT_MS = 30 * 60_000

let inBrowser: QueryClient | undefined

/** One for as long as the page is open; on the server one for each render, so that no two visitors share any. */
export function getQueryClient(): QueryClient {
  // A timer would hold the whole render for as long; without one it goes when the page is sent.
  if (typeof document === 'undefined') return createQueryClient(Number.POSITIVE_INFINITY)
  inBrowser ??= createQueryClient(KEPT_MS)
  return inBrowser
}

function createQueryClient(gcTime: number) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: PRODUCT_POLLING_INTERVAL_MS,
        gcTime,
        // Polling asks again by itself, more and more patiently; and not all tabs at once when a network returns.
        retry: false,
        refetchOnReconnect: false,
      },
    },
  })
}
