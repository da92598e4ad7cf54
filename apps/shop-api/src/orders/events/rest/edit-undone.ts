import type { ShopTime } from '../../../shop/shop-time.ts'
import { activePayment, contentBefore } from '../../order/further-payments.ts'
import { illegalTransition, orderNotFound, unchanged, withTimeline } from '../../order/order-state.ts'
import { isOver, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { cancelOrder } from '../rules/cancel.ts'
import { assertLastEdit, withContent } from '../rules/edits.ts'
import { withEditedContent } from '../rules/packing.ts'

const NOT_PAID = 'What the changed order costs more was not paid'

/** The time to pay the rest is over, or an operator takes back what has made the order cost more. */
type EditUndone = {
  kind: 'editUndone'
  because: 'unpaid' | 'takenBack'
  /** The last edit that the operator has seen. */
  editId?: string
  /** False if what the edits gave back is sold meanwhile. */
  mayUndo: boolean
}

/**
 * Undoes the edits for which money is owed: the order is again what was paid. If its snacks are sold meanwhile, it
 * is cancelled, and what was paid goes back.
 */
export function undoEdit(
  order: OrderRecord,
  { because, editId, mayUndo }: EditUndone,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const isExpiry = because === 'unpaid'
  const { list = [], owed, agreed } = order.edits ?? {}
  const last = list.at(-1)
  if (editId !== undefined) assertLastEdit(order, editId)
  if (!owed || !last) {
    if (isExpiry || last?.undoneAt !== undefined) return unchanged(order)
    throw illegalTransition('Nothing is owed for a change of this order')
  }
  if (isOver(order)) return unchanged(order)
  // Money whose outcome is unknown may have moved.
  const isChecked = activePayment(order)?.state === 'checking'
  if (isChecked && !isExpiry)
    throw illegalTransition('A payment is being checked. Please wait for its outcome')
  if (isExpiry && (isChecked || Date.parse(owed.expiresAt) > at.getTime())) return unchanged(order)
  const before = contentBefore(order)
  const undoneAt = at.toISOString()
  const firstUndone = list.findIndex((edit) => edit.editId === owed.editId)
  const edits = {
    list: list.map((edit, index) => (index >= firstUndone ? Object.assign({}, edit, { undoneAt }) : edit)),
    owed,
    // Without the edits that are undone, the order is what the shopper has agreed to.
    ...(owed.before && agreed && { agreed }),
  }
  const listed = withTimeline({ ...order, edits }, at, 'editUndone')
  if (!before || !mayUndo) return cancelOrder(listed, NOT_PAID, at)
  const undone = withContent(listed, before)
  return {
    order: withEditedContent(undone.order, at),
    effects: [...undone.effects, { kind: 'queueMail', mail: 'edit-undone', editId: last.editId }],
  }
}
