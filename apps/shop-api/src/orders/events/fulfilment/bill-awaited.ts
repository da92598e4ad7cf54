import { BILL, mayShareBill, nextPaper } from '../../order/billing.ts'
import { unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** A small order is on the bill of its day, which is made in the evening. */
type BillAwaited = { kind: 'billAwaited'; day: string }

export function awaitBill(order: OrderRecord, { day }: BillAwaited): OrderTransition {
  const { billing } = order.fulfilment
  // Somebody may have asked for an own bill meanwhile, which then takes the order off that of the day.
  if (!billing || nextPaper(order)?.of !== BILL || !mayShareBill(order)) return unchanged(order)
  const waiting = { ...billing, onBillOf: day }
  return { order: { ...order, fulfilment: { ...order.fulfilment, billing: waiting } }, effects: [] }
}
