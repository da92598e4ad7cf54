import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FETCH_ONCE } from '../../data/fetch-once.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { liveRows } from './live-rows.ts'
import { type OrderFilter, toQuery } from './order-filter.ts'

const POLL_MS = 5000

type Options = {
  /** Whether polling goes on while the operator looks at another browser tab. */
  inBackground: boolean
}

/**
 * The orders that match the filter, by two queries. `shown` has the rows on the screen and is
 * fetched once. `latest` polls the first page to find changes and new orders.
 */
export function useOrderList(filter: OrderFilter, { inBackground }: Options) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const shown = useInfiniteQuery({
    queryKey: ['orders', 'shown', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQuery(filter), cursor: pageParam }
      const { data } = await fetchShop(listOrders, { query, signal })
      return { ...data, fetchedAt: Date.now() }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
    // Rows must not move while the operator works with them.
    ...FETCH_ONCE,
    // Not cached: the list is fetched again when the operator comes back to it.
    gcTime: 0,
  })
  const latest = useQuery({
    queryKey: ['orders', 'latest', filter],
    enabled: shown.isSuccess && !shown.isPlaceholderData,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: inBackground,
    queryFn: async ({ signal }) => (await fetchShop(listOrders, { query: toQuery(filter), signal })).data,
  })
  // Not `shown.dataUpdatedAt`, which also changes when a further page is fetched.
  const firstPageFetchedAt = shown.data?.pages[0]?.fetchedAt ?? 0
  // A poll that is older than the rows must not change them.
  const newerPoll = latest.dataUpdatedAt >= firstPageFetchedAt ? latest.data : undefined
  const live = useMemo(() => liveRows(shown.data?.pages ?? [], newerPoll), [shown.data, newerPoll])
  return {
    query: shown,
    ...live,
    reloadList: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  }
}
