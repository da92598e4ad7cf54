import type { DeskOrder, DeskRefund, RefundAction } from '@nashta/contracts/orders/desk/desk-order'
import { retryRefund, settleRefund } from '@nashta/contracts/orders/desk/order-calls'
import { TextField } from '@nashta/ui/field'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatAmount, formatTime } from '../../data/formats.ts'
import { mailNote, refundLabel } from '../../data/order-labels.ts'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Action } from '../../ui/controls.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

export type RefundListProps = { order: DeskOrder; onDone: (text: string, order?: DeskOrder) => Promise<void> }

const ACTIONS: readonly {
  action: RefundAction
  label: string
  call: typeof retryRefund | typeof settleRefund
}[] = [
  { action: 'retry', label: 'Try again', call: retryRefund },
  { action: 'pay', label: 'Paid by hand', call: settleRefund },
  { action: 'giveUp', label: 'Give up', call: settleRefund },
]

/**
 * The refunds of an order. When no provider can send the money, an operator pays it and records
 * that here.
 */
export function RefundList({ order, onDone }: RefundListProps) {
  const mayCall = useMayCall()
  const [dialog, setDialog] = useState<{ action: RefundAction; refund: DeskRefund } | null>(null)
  return (
    <>
      <ul className="grid gap-3">
        {(order.refunds ?? []).map((refund) => (
          <li key={refund.refundId} className="flex flex-wrap items-center justify-between gap-2">
            <div>
              <p>
                <span className="font-semibold">{formatAmount(refund.amount)}</span> {refundLabel(refund)}
              </p>
              <p className="text-sm text-ink-soft">
                {refund.reason}, {formatTime(refund.updatedAt)}
              </p>
              {refund.problem === undefined ? null : (
                <p className="text-sm font-semibold text-raspberry">{refund.problem}</p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              {ACTIONS.filter(({ action, call }) => refund.actions.includes(action) && mayCall(call)).map(
                ({ action, label }) => (
                  <Action key={action} onClick={() => setDialog({ action, refund })}>
                    {label}
                  </Action>
                ),
              )}
            </div>
          </li>
        ))}
      </ul>
      {dialog ? (
        <RefundActionDialog
          action={dialog.action}
          refund={dialog.refund}
          order={order}
          onDone={onDone}
          onClosed={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

type RefundActionDialogProps = {
  action: RefundAction
  refund: DeskRefund
  order: DeskOrder
  onDone: RefundListProps['onDone']
  onClosed: () => void
}

function RefundActionDialog({ action, refund, order, onDone, onClosed }: RefundActionDialogProps) {
  const fetchShop = useFetchShop()
  const params = { orderId: order.purchaseId, refundId: refund.refundId }
  const { version } = order
  const amount = formatAmount(refund.amount)
  if (action === 'pay')
    return (
      <FormDialog
        title={`${amount} was paid back by hand`}
        submitLabel="It is paid"
        schema={z.object({ reference: settleRefund.body.shape.reference })}
        onClosed={onClosed}
        onSubmit={async ({ reference }) => {
          const body = { state: 'done' as const, ...(reference && { reference }), version }
          const { data } = await fetchShop(settleRefund, { params, body })
          await onDone('The refund is settled', data)
        }}
      >
        {(field) => (
          <>
            <p className="mb-2">{mailNote(order)}</p>
            <TextField
              {...field('reference')}
              label="Reference of your payment"
              hint="Optional"
              maxLength={35}
              autoComplete="off"
            />
          </>
        )}
      </FormDialog>
    )
  if (action === 'retry')
    return (
      <ConfirmDialog
        title={`Send ${amount} again`}
        submitLabel="Try again"
        onClosed={onClosed}
        onConfirm={async () => {
          const { data } = await fetchShop(retryRefund, { params, body: { version } })
          await onDone(`${amount} goes back`, data)
        }}
      >
        The payment provider refused this refund. It is asked once more. {mailNote(order)}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`Give up the refund of ${amount}`}
      submitLabel="Give up"
      onClosed={onClosed}
      onConfirm={async () => {
        const { data } = await fetchShop(settleRefund, { params, body: { state: 'failed', version } })
        await onDone('The refund is given up', data)
      }}
    >
      The money stays with the shop, and can still be paid by hand later. {mailNote(order)}
    </ConfirmDialog>
  )
}
