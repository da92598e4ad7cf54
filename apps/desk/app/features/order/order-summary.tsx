import { getOrderForDesk, type DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { refundOrder } from '@nashta/contracts/orders/desk/order-calls'
import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatTime } from '../../data/formats.ts'
import { methodLabel, paymentLabel, refundLabel } from '../../data/order-labels.ts'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { WorkBadge } from '../../ui/badge.tsx'
import { Action, Card, TEXT_LINK } from '../../ui/controls.tsx'
import { RefundDialog } from './refund-dialog.tsx'

/** The order with this number, in short, with its refund. Nothing when there is no such order. */
export function OrderSummary({ number }: { number: string }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const mayCall = useMayCall()
  const showToast = useToast()
  const [isRefunding, setIsRefunding] = useState(false)
  const key = ['order', 'with number', number]
  const { data: order } = useQuery({
    queryKey: key,
    enabled: mayCall(listOrders),
    queryFn: async ({ signal }): Promise<DeskOrder | null> => {
      const { data } = await fetchShop(listOrders, { query: { search: number }, signal })
      const row = data.orders.find(({ purchaseId }) => orderNumber(purchaseId) === number)
      if (!row) return null
      return (await fetchShop(getOrderForDesk, { params: { orderId: row.purchaseId }, signal })).data
    },
  })
  if (!order) return null

  async function showRefunded(text: string, changed: DeskOrder) {
    queries.setQueryData(key, changed)
    queries.setQueryData(['order', changed.purchaseId], changed)
    showToast({ text })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['orders'] }),
      queries.invalidateQueries({ queryKey: ['today'] }),
    ])
  }

  const { purchaseId, purchaseDate, work, lines, totalAmount, payment, refunds = [], actions } = order
  const mayRefund =
    mayCall(refundOrder) && actions.some(({ action, allowed }) => action === 'refund' && allowed)
  return (
    <Card title="The order">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Link to={`/orders/${encodeURIComponent(purchaseId)}`} className={`font-semibold ${TEXT_LINK}`}>
          #{number}
        </Link>
        <WorkBadge work={work} />
      </p>
      <p className="text-sm text-ink-soft">{formatTime(purchaseDate)}</p>
      <ul className="mt-2">
        {lines.map(({ productId, name, quantity }) => (
          <li key={productId}>
            {quantity} × {name}
          </li>
        ))}
      </ul>
      {totalAmount === undefined || !payment ? null : (
        <p className="mt-2">
          <span className="font-medium">{formatAmount(totalAmount)}</span>
          <span className="text-ink-soft">
            {' '}
            · {paymentLabel(payment.state)}, {methodLabel(payment.method)}
            {order.owed ? `, ${formatAmount(order.owed.amount)} still to pay` : null}
          </span>
        </p>
      )}
      {refunds.map((refund) => (
        <p key={refund.refundId}>
          <span className="font-medium">{formatAmount(refund.amount)}</span>
          <span className="text-ink-soft"> · {refundLabel(refund)}</span>
        </p>
      ))}
      {mayRefund ? (
        <p className="mt-3">
          <Action onClick={() => setIsRefunding(true)}>Refund</Action>
        </p>
      ) : null}
      {isRefunding ? (
        <RefundDialog order={order} onRefunded={showRefunded} onClosed={() => setIsRefunding(false)} />
      ) : null}
    </Card>
  )
}
