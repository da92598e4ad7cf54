import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { liveRows } from './live-rows.ts'
import { type OrderFilter, toQuery } from './order-filter.ts'

const POLL_MS = 5000

/** The orders that match, and how many more have arrived since they were read. */
export function useOrderList(filter: OrderFilter, { inBackground }: { inBackground: boolean }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const shown = useInfiniteQuery({
    queryKey: ['orders', 'shown', filter],
    queryFn: async ({ pageParam, signal }) =>
      (await fetchShop(listOrders, { query: { ...toQuery(filter), cursor: pageParam }, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
    // Rows must not move while the operator works with them.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // The list is fetched again when the operator comes back to it.
    gcTime: 0,
  })
  const latest = useQuery({
    queryKey: ['orders', 'latest', filter],
    enabled: shown.isSuccess && !shown.isPlaceholderData,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: inBackground,
    queryFn: async ({ signal }) => (await fetchShop(listOrders, { query: toQuery(filter), signal })).data,
  })
  const isLatestNewer = latest.dataUpdatedAt >= shown.dataUpdatedAt
  const live = useMemo(
    () => liveRows(shown.data?.pages ?? [], isLatestNewer ? latest.data : undefined),
    [shown.data, latest.data, isLatestNewer],
  )
  return { query: shown, ...live, showNew: () => queries.invalidateQueries({ queryKey: ['orders'] }) }
}
