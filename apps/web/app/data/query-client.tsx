import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PRODUCT_POLLING_INTERVAL_MS } from './polling.ts'

/** How long unused query data stays cached: a shopper who returns to a list finds it as it was. */
const UNUSED_DATA_MS = 30 * 60_000

let clientOfPage: QueryClient | undefined

export function QueryCacheProvider({ children }: { children: ReactNode }) {
  const [client] = useState(getQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** In the browser, the one client of the page. On the server, a new client, so that visitors share no data. */
export function getQueryClient(): QueryClient {
  // With an infinite time there is no eviction timer, which would hold the data of a finished render in memory.
  if (typeof document === 'undefined') return createQueryClient(Number.POSITIVE_INFINITY)
  clientOfPage ??= createQueryClient(UNUSED_DATA_MS)
  return clientOfPage
}

function createQueryClient(gcTime: number) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: PRODUCT_POLLING_INTERVAL_MS,
        gcTime,
        // Polling retries by itself with growing delays, and not in all tabs at once when the network returns.
        retry: false,
        refetchOnReconnect: false,
      },
    },
  })
}
