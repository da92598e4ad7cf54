import type { BulkAction } from '@nashta/contracts/orders/desk/bulk-orders'
import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatNumberOf } from '../../data/formats.ts'
import { PrintDialog } from '../../dialogs/print-dialog.tsx'
import { ShipDialog } from '../../dialogs/ship-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { actionClasses } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { BulkDialogName } from './bulk-bar.tsx'

export type BulkDialogProps = {
  dialog: BulkDialogName
  /** The selected orders, sorted as in the list. */
  rows: readonly OrderRow[]
  /** Does the action for these orders of the selected ones. */
  onRun: (action: BulkAction, ids: readonly string[], courier?: string) => Promise<void>
  onClosed: () => void
}

/** The dialog of one bulk action. */
export function BulkDialog({ dialog, rows: selected, onRun, onClosed }: BulkDialogProps) {
  // Orders that are done are deselected before the dialog has closed.
  const [rows] = useState(selected)
  const ids = rows.map(({ purchaseId }) => purchaseId)
  const orders = formatNumberOf(ids.length, 'order')
  if (dialog === 'print') return <PrintDialog ids={ids} onClosed={onClosed} />
  if (dialog === 'ship')
    return (
      <ShipDialog
        title={`Ship ${orders}`}
        hasTracking={false}
        onShip={({ courier }) => onRun('ship', ids, courier)}
        onClosed={onClosed}
      />
    )
  if (dialog === 'confirm') return <ConfirmOrders rows={rows} onRun={onRun} onClosed={onClosed} />
  if (dialog === 'pack')
    return (
      <ConfirmDialog
        title={`Mark ${orders} as packed`}
        submitLabel="Mark as packed"
        onConfirm={() => onRun('pack', ids)}
        onClosed={onClosed}
      >
        Their parcels are packed and closed. This can be undone until an order is handed over.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`${orders} delivered`}
      submitLabel="Delivered"
      onConfirm={() => onRun('deliver', ids)}
      onClosed={onClosed}
    >
      The shoppers have the goods; cash on delivery counts as paid. This cannot be undone.
    </ConfirmDialog>
  )
}

/**
 * Confirms orders that are paid in cash on delivery. Orders paid by UPI are left out and stay selected, because each
 * needs its amount and its reference number.
 */
function ConfirmOrders({ rows, onRun, onClosed }: Omit<BulkDialogProps, 'dialog'>) {
  const upiRows = rows.filter(({ work, payment }) => work === 'confirm' && payment?.method !== 'cod')
  const idsToConfirm = rows.filter((row) => !upiRows.includes(row)).map(({ purchaseId }) => purchaseId)
  if (idsToConfirm.length === 0)
    return (
      <Dialog title="Payments are confirmed one by one" onClosed={onClosed}>
        {() => <Payments rows={upiRows} />}
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`Confirm ${formatNumberOf(idsToConfirm.length, 'order')}`}
      submitLabel="Confirm"
      onConfirm={() => onRun('confirm', idsToConfirm)}
      onClosed={onClosed}
    >
      <p>First orders with cash on delivery are confirmed. This cannot be undone.</p>
      {upiRows.length > 0 ? <Payments rows={upiRows} /> : null}
    </ConfirmDialog>
  )
}

/** Links to the orders whose payments an operator has to compare with the shop's account. */
function Payments({ rows }: { rows: readonly OrderRow[] }) {
  return (
    <div className="grid gap-3">
      <p>
        {formatNumberOf(rows.length, 'payment')} by UPI: please confirm on the page of each order, with the
        amount and the reference number that your account shows.
      </p>
      <ul className="grid gap-2">
        {rows.map(({ purchaseId, name, totalAmount }) => (
          <li key={purchaseId}>
            <Link
              to={`/orders/${encodeURIComponent(purchaseId)}`}
              className={`${actionClasses()} w-full justify-between!`}
            >
              #{orderNumber(purchaseId)}
              <span className="min-w-0 truncate font-normal text-ink-soft">{name}</span>
              {totalAmount === undefined ? null : formatAmount(totalAmount)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
