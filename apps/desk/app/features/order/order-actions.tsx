import { isShopError } from '@nashta/contracts/api/shop-error'
import { ACTION_ENDPOINTS } from '@nashta/contracts/orders/desk/action-endpoints'
import { printOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import type { DeskOrder, OrderAction } from '@nashta/contracts/orders/desk/desk-order'
import {
  cancelOrderByShop,
  deliverOrder,
  packOrder,
  saveParcel,
  settleGoods,
  shipOrder,
  closeClaim,
  confirmPaid,
  recordPayment,
  reportUndelivered,
  reviveOrder,
} from '@nashta/contracts/orders/desk/order-calls'
import { takeBackEdit } from '@nashta/contracts/orders/desk/order-edit-calls'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatAmount } from '../../data/formats.ts'
import { actionLabel, mailNote } from '../../data/order-labels.ts'
import { PrintDialog } from '../../dialogs/print-dialog.tsx'
import { ShipDialog } from '../../dialogs/ship-dialog.tsx'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'
import { type Shortcuts, useShortcuts } from '../../ui/shortcuts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ExpectedGoodsDialog } from './expected-goods-dialog.tsx'
import { PaymentDialog, type SeenPayment } from './payment-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { UndeliveredDialog } from './undelivered-dialog.tsx'

const KEYS: Partial<Record<OrderAction, string>> = {
  confirm: 'c',
  edit: 'e',
  pack: 'p',
  ship: 's',
  deliver: 'd',
}
/** The steps of an order from placed to delivered. The next possible step gets the coloured button. */
const STEPS: readonly OrderAction[] = ['confirm', 'pack', 'ship', 'deliver']
/** Actions that few orders need. When they are not possible, the page does not say why. */
const SELDOM: ReadonlySet<OrderAction> = new Set([
  'unpack',
  'revive',
  'record',
  'closeClaim',
  'takeBack',
  'goods',
  'parcel',
  'undelivered',
  'replace',
])

export type OrderActionsProps = {
  order: DeskOrder
  /** Called after an action, with a message and, if the response has it, the changed order. */
  onDone: (text: string, order?: DeskOrder) => Promise<void>
  /** Called with a message when another operator has changed the order since it was read. */
  onChangedByAnother: (text: string) => Promise<void>
}

/** The action of the coloured button. */
function nextAction(order: DeskOrder, possibleNow: readonly OrderAction[]): OrderAction | undefined {
  // An operator looks for a claimed payment. That of an undone edit goes back, any other revives the order.
  if (order.work === 'findPayment') return order.sought ? 'record' : 'revive'
  // The rest of an edited order is usually paid by the link, so confirming it by hand is not the next step.
  const isRestAwaited = order.owed !== undefined && order.work === 'waiting'
  return STEPS.find((step) => possibleNow.includes(step) && !(isRestAwaited && step === 'confirm'))
}

/**
 * The actions that the role of the operator may do. Those possible now are buttons; the others are
 * listed with the reason why not.
 */
export function OrderActions(props: OrderActionsProps) {
  const { order, onDone, onChangedByAnother } = props
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Exclude<OrderAction, 'pack'> | 'print' | null>(null)
  const params = { orderId: order.purchaseId }
  const { version } = order
  const number = orderNumber(order.purchaseId)
  const actionsOfRole = order.actions.flatMap((entry) => {
    const action = asOrderAction(entry.action)
    return action && mayCall(ACTION_ENDPOINTS[action]) ? [{ ...entry, action }] : []
  })
  const possibleNow = actionsOfRole.filter(({ allowed }) => allowed).map(({ action }) => action)
  const notPossibleNow = actionsOfRole.filter(({ action, allowed }) => !allowed && !SELDOM.has(action))
  const next = nextAction(order, possibleNow)
  const buttons = possibleNow.toSorted((one, other) => rank(one, next) - rank(other, next))

  /**
   * Makes the Shop API call of an open dialog. If another operator has changed the order, the
   * function calls `onChangedByAnother` and does not throw, so the dialog closes. Any other error
   * is thrown, and the dialog shows the message of the error.
   */
  async function callFromDialog(call: () => Promise<void>) {
    try {
      await call()
    } catch (error) {
      const isChangedByAnother = isShopError(error) && error.status === 412
      if (!isChangedByAnother) throw error
      await onChangedByAnother(failureText(error))
    }
  }

  const start: Record<OrderAction, () => void> = {
    confirm: () => setDialog('confirm'),
    revive: () => setDialog('revive'),
    record: () => setDialog('record'),
    closeClaim: () => setDialog('closeClaim'),
    edit: () => setDialog('edit'),
    takeBack: () => setDialog('takeBack'),
    pack: () => void navigate(`/pack?${new URLSearchParams({ orders: order.purchaseId })}`),
    unpack: () => setDialog('unpack'),
    ship: () => setDialog('ship'),
    parcel: () => setDialog('parcel'),
    deliver: () => setDialog('deliver'),
    undelivered: () => setDialog('undelivered'),
    cancel: () => setDialog('cancel'),
    refund: () => setDialog('refund'),
    goods: () => setDialog('goods'),
    replace: () => setDialog('replace'),
  }
  const mayPrint = mayCall(printOrders)
  const shortcuts: Shortcuts = {}
  for (const action of possibleNow) {
    const key = KEYS[action]
    if (key) shortcuts[key] = start[action]
  }
  if (mayPrint) shortcuts['P'] = () => setDialog('print')
  useShortcuts(shortcuts)
  const closeDialog = () => setDialog(null)

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {buttons.map((action) => (
          <Action key={action} look={action === next ? 'main' : 'quiet'} onClick={start[action]}>
            {labelOf(order, action)}
          </Action>
        ))}
        {mayPrint ? <Action onClick={() => setDialog('print')}>Print</Action> : null}
      </div>
      {notPossibleNow.length > 0 ? (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm text-ink-soft">
          {notPossibleNow.map(({ action, reason }) => (
            <div key={action} className="contents">
              <dt className="font-medium">{labelOf(order, action)}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {dialog === 'confirm' && order.payment?.state === 'unconfirmed' ? (
        <ConfirmDialog
          title={`Confirm order ${number}`}
          submitLabel="Confirm"
          onClosed={closeDialog}
          onConfirm={() =>
            callFromDialog(async () => {
              const { data } = await fetchShop(confirmPaid, { params, body: { version } })
              await onDone('Confirmed', data)
            })
          }
        >
          The shopper pays on delivery. Confirm that the order is meant.
        </ConfirmDialog>
      ) : null}
      {dialog === 'confirm' && order.payment?.state !== 'unconfirmed' ? (
        <PaymentDialog
          order={order}
          title={`Confirm order ${number}`}
          submitLabel="Confirm"
          mayHaveNoReference
          onClosed={closeDialog}
          onSubmit={(seen) =>
            callFromDialog(async () => {
              const body = { ...seenBody(seen), version }
              const { data } = await fetchShop(confirmPaid, { params, body })
              await onDone('Confirmed', data)
            })
          }
        />
      ) : null}
      {dialog === 'revive' ? (
        <PaymentDialog
          order={order}
          title={`Revive order ${number}`}
          submitLabel="Revive"
          mayHaveNoReference
          onClosed={closeDialog}
          onSubmit={(seen) =>
            callFromDialog(async () => {
              const body = { ...seenBody(seen), version }
              const { data } = await fetchShop(reviveOrder, { params, body })
              await onDone('Revived', data)
            })
          }
        >
          <p>
            The order takes its snacks from the stock again, is confirmed and can be packed. {mailNote(order)}
          </p>
        </PaymentDialog>
      ) : null}
      {dialog === 'record' ? (
        <PaymentDialog
          order={order}
          title={`A payment for order ${number} goes back`}
          submitLabel="Record"
          mayHaveNoReference={false}
          onClosed={closeDialog}
          onSubmit={(seen) =>
            callFromDialog(async () => {
              const { data } = await fetchShop(recordPayment, { params, body: { ...seen, version } })
              await onDone('Recorded', data)
            })
          }
        >
          <p>
            For a payment of another amount, a second payment, or one for an order that has ended. You send it
            back in your UPI app, and then mark the refund as paid.
          </p>
        </PaymentDialog>
      ) : null}
      {dialog === 'closeClaim' ? (
        <ConfirmDialog
          title={`No payment for order ${number}`}
          submitLabel="Not found"
          onClosed={closeDialog}
          onConfirm={() =>
            callFromDialog(async () => {
              const { data } = await fetchShop(closeClaim, { params, body: { version } })
              await onDone('Closed', data)
            })
          }
        >
          {notFoundText(order)}
        </ConfirmDialog>
      ) : null}
      {dialog === 'cancel' ? (
        <CancelDialog
          order={order}
          onClosed={closeDialog}
          onCancel={(cancellation) =>
            callFromDialog(async () => {
              const body = { ...cancellation, version }
              const { data } = await fetchShop(cancelOrderByShop, { params, body })
              await onDone('Cancelled', data)
            })
          }
        />
      ) : null}
      {dialog === 'undelivered' ? (
        <UndeliveredDialog
          order={order}
          onClosed={closeDialog}
          onReport={(report) =>
            callFromDialog(async () => {
              const { data } = await fetchShop(reportUndelivered, { params, body: { ...report, version } })
              await onDone(report.outcome === 'comingBack' ? 'On its way back' : 'Recorded', data)
            })
          }
        />
      ) : null}
      {dialog === 'goods' ? (
        <ExpectedGoodsDialog
          order={order}
          onClosed={closeDialog}
          onSettle={(settled) =>
            callFromDialog(async () => {
              const { data } = await fetchShop(settleGoods, { params, body: { ...settled, version } })
              await onDone(settled.goods === 'back' ? 'Back in the stock' : 'Not expected any more', data)
            })
          }
        />
      ) : null}
      {dialog === 'edit' && order.address ? (
        <EditDialog
          order={order}
          address={order.address}
          call={callFromDialog}
          onSaved={onDone}
          onClosed={closeDialog}
        />
      ) : null}
      {dialog === 'takeBack' && order.owed ? (
        <ConfirmDialog
          title={`Take back the change of order ${number}`}
          submitLabel="Take back"
          onClosed={closeDialog}
          onConfirm={() =>
            callFromDialog(async () => {
              const body = { editId: order.edits?.at(-1)?.editId ?? '', version }
              const { data } = await fetchShop(takeBackEdit, { params, body })
              await onDone('The change is taken back', data)
            })
          }
        >
          The order is again what the shopper has paid, and {formatAmount(order.owed.amount)} is not owed any
          more. {mailNote(order)} If its snacks are sold meanwhile, the order is cancelled, and what was paid
          goes back.
        </ConfirmDialog>
      ) : null}
      {dialog === 'unpack' ? (
        <ConfirmDialog
          title={`Undo packing order ${number}`}
          submitLabel="Undo packing"
          onClosed={closeDialog}
          onConfirm={() =>
            callFromDialog(async () => {
              const { data } = await fetchShop(packOrder, { params, body: { step: 'undo', version } })
              await onDone('To be packed again', data)
            })
          }
        >
          The order goes back to “To pack”, for the next packer.
        </ConfirmDialog>
      ) : null}
      {dialog === 'ship' ? (
        <ShipDialog
          title={`Ship order ${number}`}
          hasTracking
          onClosed={closeDialog}
          onShip={(parcel) =>
            callFromDialog(async () => {
              const { data } = await fetchShop(shipOrder, { params, body: { ...parcel, version } })
              await onDone('Shipped', data)
            })
          }
        />
      ) : null}
      {dialog === 'parcel' ? (
        <ShipDialog
          title={`Another parcel of order ${number}`}
          submitLabel="Add"
          hasTracking
          onClosed={closeDialog}
          onShip={(parcel) =>
            callFromDialog(async () => {
              const { data } = await fetchShop(saveParcel, { params, body: { ...parcel, version } })
              await onDone('Parcel added', data)
            })
          }
        />
      ) : null}
      {dialog === 'deliver' ? (
        <ConfirmDialog
          title={`Order ${number} is ${order.isCollected ? 'handed over' : 'delivered'}`}
          submitLabel={labelOf(order, 'deliver')}
          onClosed={closeDialog}
          onConfirm={() =>
            callFromDialog(async () => {
              const { data } = await fetchShop(deliverOrder, { params, body: { version } })
              await onDone('Delivered', data)
            })
          }
        >
          The shopper has the goods; cash that is due counts as paid. This cannot be undone.
        </ConfirmDialog>
      ) : null}
      {dialog === 'replace' ? (
        <ReplaceDialog
          order={order}
          call={callFromDialog}
          onPlaced={async ({ purchaseId }) => {
            await onDone(`Order #${orderNumber(purchaseId)} replaces it`)
            void navigate(`/orders/${encodeURIComponent(purchaseId)}`)
          }}
          onClosed={closeDialog}
        />
      ) : null}
      {dialog === 'refund' ? <RefundDialog order={order} onRefunded={onDone} onClosed={closeDialog} /> : null}
      {dialog === 'print' ? <PrintDialog ids={[order.purchaseId]} onClosed={closeDialog} /> : null}
    </>
  )
}

/** Goods that are collected go over the counter. What is owed of an edited order may be paid by hand. */
function labelOf({ isCollected, owed }: DeskOrder, action: OrderAction) {
  if (owed && action === 'confirm') return 'Record the payment'
  return isCollected && action === 'deliver' ? 'Handed over' : actionLabel(action)
}

/** The next step comes first, and what few orders need comes last. */
function rank(action: OrderAction, next: OrderAction | undefined) {
  if (action === next) return 0
  return SELDOM.has(action) ? 2 : 1
}

/** The fields of a request about a payment that the operator has seen. */
function seenBody({ amount, reference }: SeenPayment) {
  return reference === undefined ? { amount, noReference: true } : { amount, reference }
}

/** Null for an action that this page does not know: the Shop API may be newer. */
function asOrderAction(action: string): OrderAction | null {
  return action in ACTION_ENDPOINTS ? (action as OrderAction) : null
}

/** What follows when the claimed payment is not on the shop’s account. */
function notFoundText(order: DeskOrder): string {
  const { owed, sought } = order
  const looked = 'You have looked on the shop’s account and have not found'
  if (owed?.payment?.state === 'claimed')
    return `${looked} this payment. The rest of the order stays to be paid.`
  if (sought)
    return `${looked} ${formatAmount(sought.amount)} for a change of this order. It stays as it is. ${mailNote(order)}`
  return `${looked} this payment. The order ends unpaid. ${mailNote(order)} If the payment turns up later, you can still revive the order.`
}
