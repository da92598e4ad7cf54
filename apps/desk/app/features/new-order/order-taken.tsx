import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { Link } from 'react-router'
import { formatAmount } from '../../data/formats.ts'
import { SendLink } from '../../dialogs/send-link.tsx'
import { Action, actionClasses, Card, PageHeading } from '../../ui/controls.tsx'

/** The order is taken: its page as a link to send, and as a QR code for the customer's phone. */
export function OrderTaken({ order, onNext }: { order: DeskOrder; onNext: () => void }) {
  const isWaiting = order.work === 'waiting'
  const amount = formatAmount(order.totalAmount ?? 0)
  return (
    <>
      <PageHeading title={`Order #${orderNumber(order.purchaseId)} is taken`} />
      <Card title={isWaiting ? `${amount} to pay` : amount}>
        <p className="mb-3">
          {isWaiting
            ? `The link works for ${LINK_HOURS} hours. After that the order ends, and its snacks are for sale again.`
            : 'The link shows the customer where the order is.'}
        </p>
        {order.link === undefined ? null : <SendLink order={order} link={order.link} />}
      </Card>
      <p className="mt-4 flex flex-wrap gap-2">
        <Action look="main" onClick={onNext}>
          Next order
        </Action>
        <Link to={`/orders/${encodeURIComponent(order.purchaseId)}`} className={actionClasses()}>
          Open the order
        </Link>
      </p>
    </>
  )
}
