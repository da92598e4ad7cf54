import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'

/**
 * A product of the pick list. `quantity` is the number of units in all orders together. `orders`
 * has a text such as `0000AAAA × 2` for each order that contains the product.
 */
export type PickRow = { productId: string; name: string; quantity: number; orders: string[] }

type OrderToPick = Pick<DeskOrder, 'purchaseId' | 'lines'>

/** The products to take from the shelves for all orders, sorted by name, each with the orders that contain it. */
export function pickList(orders: readonly OrderToPick[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { purchaseId, lines } of orders) {
    for (const { productId, name, toPack } of lines) {
      if (toPack === 0) continue
      const row = rows.get(productId) ?? { productId, name, quantity: 0, orders: [] }
      row.quantity += toPack
      row.orders.push(`${orderNumber(purchaseId)} × ${toPack}`)
      rows.set(productId, row)
    }
  }
  return [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}
