import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { Button, LinkButton } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pollDelay } from '../../data/calls/polling.ts'
import { retryDelay } from '../../data/calls/retry-delay.ts'
import { useOnline } from '../../data/calls/use-online.ts'
import {
  NO_ORDERS,
  NO_ORDERS_TEXT,
  PURCHASE_HISTORY,
  PURCHASE_HISTORY_ERROR,
  LOAD_PURCHASE_HISTORY_FAILED,
  PURCHASE_HISTORY_TEXT,
  START_SHOPPING,
} from '../../texts/orders.ts'
import { BACK_TO_HOME } from '../../texts/product-page.ts'
import { OrderCard } from './order-card.tsx'
import { Notice } from './order-parts.tsx'
import { ordersQuery } from './order-queries.ts'
import { isUnderWay } from './order-status.tsx'
import type { AddToCart } from './reorder-button.tsx'

export type PurchaseHistoryProps = { userId: string; addToCart: AddToCart }

export function PurchaseHistory({ userId, addToCart }: PurchaseHistoryProps) {
  const online = useOnline()
  const query = useInfiniteQuery({
    ...ordersQuery(userId),
    refetchInterval: ({ state }) =>
      retryDelay(state) || (online && ordersIn(state.data).some(isUnderWay) && pollDelay(state)),
  })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const orders = data && ordersIn(data)
  // While the next page is fetched, `isFetchNextPageError` is also true after a failed poll.
  const hasMoreFailed = isFetchNextPageError && !isFetchingNextPage

  function showMore() {
    // `fetchNextPage` cancels any fetch in flight. That is fine for a poll, but the fetch of an
    // earlier click must go on.
    if (!isFetchingNextPage) void fetchNextPage()
  }

  if (!orders && error) {
    return (
      <Notice title={PURCHASE_HISTORY_ERROR} text={storeMessageOf(error, LOAD_PURCHASE_HISTORY_FAILED)}>
        <LinkButton to="/">{BACK_TO_HOME}</LinkButton>
      </Notice>
    )
  }
  return (
    <div className="pt-6 pb-24 lg:pt-10 lg:pb-36">
      <h1 className="font-display text-5xl leading-none font-semibold tracking-tight text-balance outline-none lg:text-6xl">
        {PURCHASE_HISTORY}
      </h1>
      <p className="mt-3 text-lg text-ink-soft">{PURCHASE_HISTORY_TEXT}</p>
      {orders ? null : (
        <div className="grid min-h-80 place-items-center">
          <Spinner label="Loading your orders..." />
        </div>
      )}
      {orders?.length === 0 ? (
        <Notice level="h2" title={NO_ORDERS} text={NO_ORDERS_TEXT}>
          <LinkButton to="/collections/allproducts">{START_SHOPPING}</LinkButton>
        </Notice>
      ) : null}
      <ul className="mt-8 space-y-8 lg:mt-12">
        {orders?.map((order) => (
          <li key={order.purchaseId}>
            <OrderCard userId={userId} order={order} addToCart={addToCart} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div className="mt-10 grid justify-center justify-items-center gap-3">
          {hasMoreFailed ? <p role="alert">{storeMessageOf(error, LOAD_PURCHASE_HISTORY_FAILED)}</p> : null}
          <Button look="outline" aria-disabled={isFetchingNextPage || undefined} onClick={showMore}>
            {isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function ordersIn(data: { pages: { purchases: Purchase[] }[] } | undefined): Purchase[] {
  return data?.pages.flatMap(({ purchases }) => purchases) ?? []
}
