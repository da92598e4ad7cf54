import { BILL, nextPaper } from '../../order/billing.ts'
import { unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** A bill or credit note has its number. The number is empty if nothing was left to correct. */
type BillIssued = { kind: 'billIssued'; of: string; number: string }

export function recordBill(order: OrderRecord, { of, number }: BillIssued): OrderTransition {
  const { billing } = order.fulfilment
  // A repeated event finds that the order owes something else, or nothing more.
  if (!billing || nextPaper(order)?.of !== of) return unchanged(order)
  const issued =
    of === BILL ? { ...billing, number } : { ...billing, notes: [...billing.notes, { of, number }] }
  return { order: { ...order, fulfilment: { ...order.fulfilment, billing: issued } }, effects: [] }
}
