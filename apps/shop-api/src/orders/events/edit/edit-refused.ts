import { EDIT_REFUSED_TOO_LATE } from '@nashta/contracts/orders/order-texts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged, withTimeline } from '../../order/order-state.ts'
import { isOver, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { cancelOrder } from '../rules/cancel.ts'
import { assertLastEdit, editRefusalOf, withContent, withLastEdit } from '../rules/edits.ts'
import { withEditedContent } from '../rules/packing.ts'

/** The shopper does not want what the shop has changed. */
type EditRefused = {
  kind: 'editRefused'
  /** The last edit that the shopper has seen. */
  editId: string
  /** False if what the edits gave back is sold meanwhile. */
  mayUndo: boolean
}

const REASON = 'The shopper refused a change of the order'

/**
 * Undoes all edits since the shopper agreed, if no money has moved because of them and their snacks are
 * still there. Otherwise cancels the order, and what was paid goes back.
 */
export function refuseEdit(
  order: OrderRecord,
  { editId, mayUndo }: EditRefused,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const last = order.edits?.list.at(-1)
  if (!order.edits || !last) throw illegalTransition('This order was not changed')
  assertLastEdit(order, editId)
  if (last.refusedAt !== undefined || isOver(order)) return unchanged(order)
  const refusal = editRefusalOf(order)
  const { agreed, ...edits } = order.edits
  if (refusal === undefined || !agreed) throw illegalTransition(EDIT_REFUSED_TOO_LATE)
  const refused = withLastEdit(withTimeline({ ...order, edits }, at, 'editRefused'), {
    refusedAt: at.toISOString(),
  })
  if (refusal === 'cancel' || !mayUndo) return cancelOrder(refused, REASON, at)
  const { refundsBefore: _refunds, ...content } = agreed
  const undone = withContent(refused, content)
  return { order: withEditedContent(undone.order, at), effects: undone.effects }
}
