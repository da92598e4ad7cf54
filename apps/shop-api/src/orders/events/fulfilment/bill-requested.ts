import type { ShopTime } from '../../../shop/shop-time.ts'
import { withBillDue } from '../../order/billing.ts'
import { illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { isBought, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** An operator asks for the bill before the goods are handed over. */
type BillRequested = { kind: 'billRequested' }

export function requestBill(order: OrderRecord, _event: BillRequested, { at }: ShopTime): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (order.fulfilment.billing) return unchanged(order)
  if (!isBought(order))
    throw illegalTransition('Only an order that is confirmed and not cancelled has a bill')
  return { order: withBillDue(order, at, true), effects: [] }
}
