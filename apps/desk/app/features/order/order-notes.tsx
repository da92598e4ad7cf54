import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { addOrderNote } from '@nashta/contracts/orders/desk/order-calls'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Notes } from '../../ui/notes.tsx'

export type OrderNotesProps = { order: DeskOrder; onSaved: (order: DeskOrder) => void }

/** The notes of an order, which only operators see. */
export function OrderNotes({ order, onSaved }: OrderNotesProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const params = { orderId: order.purchaseId }
  return (
    <Notes
      notes={order.notes}
      schema={addOrderNote.body}
      onAdd={
        mayCall(addOrderNote)
          ? async (body, idempotencyKey) =>
              onSaved((await fetchShop(addOrderNote, { params, body, idempotencyKey })).data)
          : null
      }
    />
  )
}
