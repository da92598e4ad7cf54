import type { DeskOrder } from '@nashta/contracts/orders/desk-orders'
import { settleRefund } from '@nashta/contracts/orders/order-actions'
import { useState } from 'react'
import { formatAmount, formatTime } from '../../data/formats.ts'
import { refundLabel } from '../../data/order-labels.ts'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { TextDialog } from './text-dialog.tsx'

export type RefundListProps = { order: DeskOrder; onDone: (text: string) => Promise<void> }

/** The refunds of an order. When no provider can send the money, an operator pays it and records that here. */
export function RefundList({ order, onDone }: RefundListProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const [settling, setSettling] = useState<{ refundId: string; amount: number } | null>(null)
  return (
    <>
      <ul className="grid gap-3">
        {(order.refunds ?? []).map(({ refundId, amount, state, reason, updatedAt }) => (
          <li key={refundId} className="flex flex-wrap items-center justify-between gap-2">
            <div>
              <p>
                <span className="font-semibold">{formatAmount(amount)}</span> {refundLabel(state)}
              </p>
              <p className="text-sm text-ink-soft">
                {reason}, {formatTime(updatedAt)}
              </p>
            </div>
            {(state === 'failed' || (state === 'requested' && order.refundsByHand)) &&
            mayCall(settleRefund) ? (
              <Action onClick={() => setSettling({ refundId, amount })}>Paid by hand</Action>
            ) : null}
          </li>
        ))}
      </ul>
      {settling ? (
        <TextDialog
          title={`${formatAmount(settling.amount)} was paid back by hand`}
          label="Reference of your payment"
          hint="May stay empty."
          maxLength={35}
          submitLabel="It is paid"
          onClosed={() => setSettling(null)}
          onSubmit={async (reference) => {
            await fetchShop(settleRefund, {
              params: { orderId: order.purchaseId, refundId: settling.refundId },
              body: { state: 'done', ...(reference && { reference }) },
            })
            await onDone('The refund is settled')
          }}
        >
          <p>The shopper gets a mail that the money is back.</p>
        </TextDialog>
      ) : null}
    </>
  )
}
