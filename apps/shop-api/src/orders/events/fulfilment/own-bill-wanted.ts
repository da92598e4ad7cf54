import { withOwnBill } from '../../order/billing.ts'
import { illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { isOver, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** The shopper asks for a bill of their own, instead of a part of the bill of the day. */
type OwnBillWanted = { kind: 'ownBillWanted' }

export function wantOwnBill(order: OrderRecord, _event: OwnBillWanted): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const { wantsOwnBill, billing } = order.fulfilment
  if (wantsOwnBill) return unchanged(order)
  if (billing?.number !== undefined) throw illegalTransition('The bill of this order is made already')
  if (isOver(order) && !billing) throw illegalTransition('An order that was cancelled has no bill')
  const asked: OrderRecord = { ...order, fulfilment: { ...order.fulfilment, wantsOwnBill: true } }
  return { order: withOwnBill(asked), effects: [] }
}
