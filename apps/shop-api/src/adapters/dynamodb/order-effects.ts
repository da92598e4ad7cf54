import type { TransactItem } from '@nashta/dynamodb/transact'
import type { CartRecord } from '../../cart/cart-store.ts'
import { withoutPurchased } from '../../cart/cart.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { cartWrite, changedCart } from './cart-items.ts'
import type { PurchaseDeps } from './purchase-deps.ts'
import { saleWrite } from './sales.ts'

/** What was ordered leaves the cart once, when the order is accepted. */
export function leaveCart(
  { tables, announceCart = () => [], now }: PurchaseDeps,
  cart: CartRecord,
  order: OrderRecord,
): { after: CartRecord; writes: TransactItem[] } {
  const after = changedCart(cart, withoutPurchased(cart.lines, order.lines), now)
  const put = cartWrite(tables.carts, cart, after)
  return { after, writes: [{ name: 'cart', write: { Put: put } }, ...announceCart(cart.lines, after)] }
}

/** Counts towards the sales order, and is announced. */
export function sell({ tables, announce, now }: PurchaseDeps, order: OrderRecord): TransactItem[] {
  const sold = order.lines.map(({ productId, quantity }) => ({ products_id: productId, units: quantity }))
  return [saleWrite(tables.purchases, order.purchaseId, sold, now()), ...announce(order, 'confirmed')]
}
