import type { DeskOrder } from '@nashta/contracts/orders/desk-orders'
import { orderNumber } from '@nashta/contracts/orders/order-texts'

export type PickRow = { productId: string; name: string; quantity: number; orders: string[] }

type Picked = Pick<DeskOrder, 'purchaseId' | 'lines'>

/** What to fetch for all orders together, by name, with the orders that need it. */
export function pickList(orders: readonly Picked[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { purchaseId, lines } of orders) {
    for (const { productId, name, quantity } of lines) {
      const row = rows.get(productId) ?? { productId, name, quantity: 0, orders: [] }
      row.quantity += quantity
      row.orders.push(`${orderNumber(purchaseId)} × ${quantity}`)
      rows.set(productId, row)
    }
  }
  return [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}
