import { showsEstimatedDelivery } from '@nashta/contracts/orders/order-display'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pollDelay } from '../../data/polling.ts'
import { useOnline } from '../../data/use-online.ts'
import { ordersQuery } from './order-queries.ts'

/** Past orders. While any of them is on its way, and the page is seen, it is followed. */
export function useOrders(userId: string) {
  const online = useOnline()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...ordersQuery(userId),
    refetchInterval: ({ state }) =>
      online && ordersIn(state.data).some(showsEstimatedDelivery) && pollDelay(state),
  })
  return {
    orders: data ? ordersIn(data) : null,
    error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}

function ordersIn(data: { pages: { purchases: Purchase[] }[] } | undefined): Purchase[] {
  return data?.pages.flatMap(({ purchases }) => purchases) ?? []
}
