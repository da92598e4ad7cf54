import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { Button, LinkButton } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import { CONTINUE_SHOPPING, GO_TO_HOME, ORDER_NOT_FOUND, VIEW_PURCHASE_HISTORY } from '../../texts/orders.ts'
import { Notice } from './order-layout.tsx'
import { orderQuery } from './order-queries.ts'
import { PlacedOrder } from './placed-order.tsx'

/** The polling interval while the bank has not confirmed the payment. */
const CONFIRMATION_POLL_MS = 2000

export type OrderSuccessProps = { userId: string; orderId: string | null }

export function OrderSuccess({ userId, orderId }: OrderSuccessProps) {
  const { data, error, refetch } = useQuery({
    ...orderQuery(userId, orderId ?? ''),
    enabled: orderId !== null,
    refetchInterval: ({ state }) => state.data?.orderStatus === 'PROCESSING' && CONFIRMATION_POLL_MS,
  })

  if (data) {
    return (
      <PlacedOrder order={data}>
        <LinkButton to="/purchase-history">{VIEW_PURCHASE_HISTORY}</LinkButton>
        <LinkButton to="/" look="outline">
          {CONTINUE_SHOPPING}
        </LinkButton>
      </PlacedOrder>
    )
  }
  if (orderId === null || isFinalRefusal(error)) {
    return (
      <Notice title={ORDER_NOT_FOUND}>
        <LinkButton to="/">{GO_TO_HOME}</LinkButton>
      </Notice>
    )
  }
  // The order may exist: this error only says that it could not be loaded.
  if (error) {
    return (
      <Notice title="Your order could not be shown" text={error.message}>
        <Button onClick={() => void refetch()}>Try again</Button>
        <LinkButton to="/purchase-history" look="outline">
          {VIEW_PURCHASE_HISTORY}
        </LinkButton>
      </Notice>
    )
  }
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner label="Loading your order..." />
    </div>
  )
}
