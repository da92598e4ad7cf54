import type { TransactItem } from '@nashta/dynamodb/transact'
import type { CartRecord } from '../../cart/cart-store.ts'
import { nextVersion } from '../../cart/cart-update.ts'
import { withoutPurchased } from '../../cart/cart.ts'
import type { OrderEffect, OrderMailKind, OrderRecord } from '../../purchases/purchase-store.ts'
import { type CartEvents, cartWrite } from './cart-items.ts'
import type { Mutex } from './mutex.ts'
import type { StoredOrder } from './order-items.ts'
import type { createOrderReads } from './order-reads.ts'
import type { DynamoProductStore } from './product-store.ts'
import { saleWrite } from './sales.ts'
import { stockChange } from './stock-changes.ts'
import { giveStockBack } from './stock.ts'
import type { ShopTables } from './tables.ts'

export type DynamoPurchaseStoreDeps = ShopTables & {
  products: DynamoProductStore
  mutex: Mutex
  /** These return what is written in the transaction of the order they are about. */
  mailWrites: (order: OrderRecord, kind: OrderMailKind) => TransactItem[]
  purchaseEvents: (order: OrderRecord) => TransactItem[]
  cartEvents?: CartEvents
  now: () => Date
}

export type PurchaseDeps = DynamoPurchaseStoreDeps & { orders: ReturnType<typeof createOrderReads> }

export type EffectWrites = {
  writes: TransactItem[]
  /** Null when the order does not leave the cart. */
  cartVersionAfter: number | null
  movesStock: boolean
  releasesKeylessAttempt: boolean
}

/** The writes that effects add to the order's transaction. Writes to the attempt are left to the caller. */
export async function writesOfEffects(
  deps: PurchaseDeps,
  stored: Pick<StoredOrder, 'order' | 'taken'>,
  cart: CartRecord,
  effects: readonly OrderEffect[],
): Promise<EffectWrites> {
  const { order } = stored
  const cartAfter = nextVersion(cart, withoutPurchased(cart.lines, order.lines), deps.now())
  const writes: TransactItem[] = []
  for (const effect of effects) {
    if (effect.kind === 'leaveCart') writes.push(...cartWrites(deps, cart, cartAfter))
    else if (effect.kind === 'recordSales') writes.push(recordSales(deps, order))
    else if (effect.kind === 'returnStock') writes.push(...(await returnStock(deps, stored)))
    else if (effect.kind === 'queueMail') writes.push(...deps.mailWrites(order, effect.mail))
    else if (effect.kind === 'publishPurchase') writes.push(...deps.purchaseEvents(order))
  }
  const has = (kind: OrderEffect['kind']) => effects.some((effect) => effect.kind === kind)
  return {
    writes,
    cartVersionAfter: has('leaveCart') ? cartAfter.version : null,
    movesStock: has('returnStock'),
    releasesKeylessAttempt: has('releaseKeylessAttempt'),
  }
}

function cartWrites({ tables, cartEvents = () => [] }: PurchaseDeps, before: CartRecord, after: CartRecord) {
  return [cartWrite(tables.carts, before, after), ...cartEvents(before.lines, after)]
}

function recordSales({ tables, now }: PurchaseDeps, { purchaseId, lines }: OrderRecord) {
  const sold = lines.map(({ productId, quantity }) => ({ products_id: productId, units: quantity }))
  return saleWrite(tables.purchases, purchaseId, sold, now())
}

async function returnStock(deps: PurchaseDeps, { order, taken }: Pick<StoredOrder, 'order' | 'taken'>) {
  const writes = await giveStockBack(deps, order.lines, taken)
  const moved = writes.map(({ name }) => name)
  return [...writes, ...stockChange(deps.tables.purchases, `${order.purchaseId}-back`, moved, deps.now())]
}
