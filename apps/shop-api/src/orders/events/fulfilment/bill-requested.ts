import type { ShopTime } from '../../../shop/shop-time.ts'
import { withBillDue, withOwnBill } from '../../order/billing.ts'
import { illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { isBought, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { assertNothingOwed } from '../rules/owed-rest.ts'

/** An operator asks for the bill before the goods are handed over, or instead of the bill of the day. */
type BillRequested = { kind: 'billRequested' }

export function requestBill(order: OrderRecord, _event: BillRequested, { at }: ShopTime): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const { billing } = order.fulfilment
  if (billing && billing.onBillOf === undefined) return unchanged(order)
  if (billing) {
    const own = withOwnBill({
      ...order,
      fulfilment: { ...order.fulfilment, billing: { ...billing, isAskedFor: true } },
    })
    return { order: own, effects: [] }
  }
  if (order.fulfilment.replaces !== undefined)
    throw illegalTransition('A replacement has no bill: it belongs to the bill of the first order')
  if (!isBought(order))
    throw illegalTransition('Only an order that is confirmed and not cancelled has a bill')
  assertNothingOwed(order)
  return { order: withBillDue(order, at, true), effects: [] }
}
