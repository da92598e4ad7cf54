import type { CartRecord } from '../../cart/cart-store.ts'
import { shopperVersionOf } from '../../cart/cart.ts'
import type {
  OrderEffect,
  OrderLine,
  OrderRecord,
  PurchaseRequest,
  SoldProduct,
} from '../order/purchase-store.ts'
import { takenStockOf } from '../order/stock.ts'
import { assertWithinLimit } from '../order/unpaid-orders.ts'

/** What a storage has read for a new order. For a repeated request, `findReplay` finds the order first. */
export type ReadForOrder = {
  cart: CartRecord
  /** The published products, by the requested id. */
  products: ReadonlyMap<string, SoldProduct>
  /** The `products_id` of each product whose stock is counted. */
  countedIds: ReadonlySet<string>
  /** The orders that are listed under the key of a limit. */
  ordersUnder: (buyerKey: string) => readonly OrderRecord[]
}

export type DecidedOrder = {
  /** The order with its `taken` stock, which the storage still has to take. */
  order: OrderRecord
  /** The lines of products with counted stock. */
  linesToTake: readonly OrderLine[]
  effects: readonly OrderEffect[]
  /** The keys under which the order counts towards its limits, until it no longer holds unpaid stock. */
  countedUnder: readonly string[]
  /** By this version of the cart, `findReplay` recognises a repeated keyless request. */
  cartVersionBefore: number
}

/**
 * Decides a new order from what was read: its lines and total, its limits, the stock to take, and what
 * is written with it. Throws when it cannot be placed. The storage then only takes the stock and commits.
 */
export function decideOrder(
  { draft, unpaidLimits = [], isChargedNow = false }: PurchaseRequest,
  { cart, products, countedIds, ordersUnder }: ReadForOrder,
): DecidedOrder {
  const { order, effects } = draft(products, cart.lines)
  for (const limit of unpaidLimits)
    assertWithinLimit(order, ordersUnder(limit.buyerKey), limit, { isChargedNow })
  return {
    order: { ...order, taken: takenStockOf(order.lines, countedIds) },
    linesToTake: order.lines.filter(({ productId }) => countedIds.has(productId)),
    effects,
    // An order that is charged now counts only if it is still unpaid afterwards.
    countedUnder: isChargedNow ? [] : unpaidLimits.map(({ buyerKey }) => buyerKey),
    cartVersionBefore: shopperVersionOf(cart),
  }
}
