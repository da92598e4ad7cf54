import { isOver } from './phase.ts'
import type { OrderLine, OrderRecord } from './purchase-store.ts'

/**
 * The units of a line that go into the parcel: those ordered, without those that were refunded
 * before the order was handed over. A cancelled order has none.
 */
export function unitsToPack(order: OrderRecord, { productId, quantity }: OrderLine): number {
  if (isOver(order)) return 0
  const leftOut = order.refunds.flatMap(({ goods }) => (goods?.isLeftOut ? goods.units : []))
  return leftOut.reduce(
    (rest, unit) => (unit.productId === productId ? rest - unit.quantity : rest),
    quantity,
  )
}

/** The units of all lines that go into the parcel. */
export function itemsToPack(order: OrderRecord): number {
  return order.lines.reduce((sum, line) => sum + unitsToPack(order, line), 0)
}
