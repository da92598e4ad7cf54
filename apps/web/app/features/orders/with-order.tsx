import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { Button, LinkButton } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pollDelay, type PollState } from '../../data/calls/polling.ts'
import { retryDelay } from '../../data/calls/retry-delay.ts'
import { GO_TO_HOME, ORDER_NOT_FOUND, VIEW_PURCHASE_HISTORY } from '../../texts/orders.ts'
import { Notice } from './order-parts.tsx'
import { type OrderAccess, orderQuery, type ShownOrder } from './order-queries.ts'
import { isPaymentOpen, isUnderWay, isWaitingForPerson } from './order-status.tsx'

/** The poll interval while the bank has to act. */
const BANK_POLL_MS = 2000
/** The poll interval while the shopper or the shop has to act. */
const PERSON_POLL_MS = 5000

export type WithOrderProps = {
  /** Null when the address of the page names no order. */
  access: OrderAccess | null
  children: (order: ShownOrder) => ReactNode
}

/** Loads an order and polls it. An order of another shopper is shown as not found. */
export function WithOrder({ access, children }: WithOrderProps) {
  const { data, error, refetch } = useQuery({
    // The empty token is never sent: without an order in the address, the query is disabled.
    ...orderQuery(access ?? { token: '' }),
    enabled: access !== null,
    refetchInterval: ({ state }) =>
      state.data === undefined ? retryDelay(state) : pollInterval(state.data, state),
  })

  if (data) return children(data)
  if (access === null || isFinalRefusal(error)) {
    return (
      <Notice title={ORDER_NOT_FOUND}>
        <LinkButton to="/">{GO_TO_HOME}</LinkButton>
      </Notice>
    )
  }
  // The order may exist, but it could not be loaded.
  if (error) {
    return (
      <Notice title="Your order could not be shown" text={error.message}>
        <Button onClick={() => void refetch()}>Try again</Button>
        {'userId' in access ? (
          <LinkButton to="/purchase-history" look="outline">
            {VIEW_PURCHASE_HISTORY}
          </LinkButton>
        ) : null}
      </Notice>
    )
  }
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="Loading your order..." />
    </div>
  )
}

function pollInterval(order: ShownOrder, state: PollState) {
  if (isWaitingForPerson(order) || order.owed) return PERSON_POLL_MS
  if (isPaymentOpen(order)) return BANK_POLL_MS
  return isUnderWay(order) && pollDelay(state)
}
