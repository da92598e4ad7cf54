import type { BulkAction } from '@nashta/contracts/orders/desk/bulk-orders'
import { formatNumberOf } from '../../data/formats.ts'
import { PrintDialog } from '../../dialogs/print-dialog.tsx'
import { ShipDialog } from '../../dialogs/ship-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { BulkDialogName } from './bulk-bar.tsx'

export type BulkDialogProps = {
  dialog: BulkDialogName
  ids: readonly string[]
  onRun: (action: BulkAction, courier?: string) => Promise<unknown>
  onClosed: () => void
}

/** The dialog of one bulk action. */
export function BulkDialog({ dialog, ids, onRun, onClosed }: BulkDialogProps) {
  const orders = formatNumberOf(ids.length, 'order')
  if (dialog === 'print') return <PrintDialog ids={ids} onClosed={onClosed} />
  if (dialog === 'ship')
    return (
      <ShipDialog
        title={`Ship ${orders}`}
        hasTracking={false}
        onShip={({ courier }) => onRun('ship', courier)}
        onClosed={onClosed}
      />
    )
  if (dialog === 'confirm')
    return (
      <ConfirmDialog
        title={`Confirm ${orders}`}
        submitLabel="Confirm"
        onConfirm={() => onRun('confirm')}
        onClosed={onClosed}
      >
        First orders with cash on delivery are confirmed. A payment by UPI is confirmed on the page of its
        order, with its amount and reference number. This cannot be undone.
      </ConfirmDialog>
    )
  if (dialog === 'pack')
    return (
      <ConfirmDialog
        title={`Mark ${orders} as packed`}
        submitLabel="Mark as packed"
        onConfirm={() => onRun('pack')}
        onClosed={onClosed}
      >
        Their parcels are packed and closed. This can be undone until an order is handed over.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`${orders} delivered`}
      submitLabel="Delivered"
      onConfirm={() => onRun('deliver')}
      onClosed={onClosed}
    >
      The shoppers have the goods; cash on delivery counts as paid. This cannot be undone.
    </ConfirmDialog>
  )
}
