import { BILL, nextPaper } from '../../order/billing.ts'
import { unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** A bill or credit note has its number. The number is empty if nothing was left to correct. */
type BillIssued = { kind: 'billIssued'; of: string; number: string }

export function recordBill(order: OrderRecord, { of, number }: BillIssued): OrderTransition {
  const { billing } = order.fulfilment
  // A repeated event finds that the order owes something else, or nothing more.
  const isOwed = of === BILL ? billing?.number === undefined : nextPaper(order)?.of === of
  if (!billing || !isOwed) return unchanged(order)
  const { onBillOf: _day, ...rest } = billing
  const issued = of === BILL ? { ...rest, number } : { ...billing, notes: [...billing.notes, { of, number }] }
  return { order: { ...order, fulfilment: { ...order.fulfilment, billing: issued } }, effects: [] }
}
