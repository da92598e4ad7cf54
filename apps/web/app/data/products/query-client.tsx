import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PRODUCT_POLLING_INTERVAL_MS } from '../calls/polling.ts'
import { retryDelay } from '../calls/retry-delay.ts'
import { takePageData } from './page-data.ts'

/** How long unused query data stays cached. A shopper who returns to a list finds it as it was. */
const UNUSED_DATA_MS = 30 * 60_000

let clientOfPage: QueryClient | undefined

export function QueryCacheProvider({ children }: { children: ReactNode }) {
  const [client] = useState(getQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Returns the client of the page, or a new client on the server, where visitors share no data. */
export function getQueryClient(): QueryClient {
  // A finite `gcTime` starts a timer, which would keep the data of a finished render in memory.
  if (typeof document === 'undefined') return createQueryClient({ gcTime: Infinity })
  clientOfPage ??= createQueryClient({ gcTime: UNUSED_DATA_MS })
  addPageData(clientOfPage)
  return clientOfPage
}

/** The age of the server's data is not known, so it is fetched again when it is shown. */
function addPageData(client: QueryClient) {
  for (const { queryKey, data } of takePageData()) {
    const isCached = client.getQueryData(queryKey) !== undefined
    if (!isCached) client.setQueryData(queryKey, data, { updatedAt: 0 })
  }
}

function createQueryClient({ gcTime }: { gcTime: number }) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: PRODUCT_POLLING_INTERVAL_MS,
        gcTime,
        // After an error, `refetchInterval` retries with growing delays. Meanwhile the page says what is
        // missing.
        retry: false,
        refetchInterval: ({ state }) => retryDelay(state),
        // When the network returns, tabs wait for their next poll and do not all fetch at once.
        refetchOnReconnect: false,
      },
    },
  })
}
