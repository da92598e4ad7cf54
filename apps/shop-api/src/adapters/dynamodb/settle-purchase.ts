import type { Item } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { OrderEvent } from '../../purchases/order-mails.ts'
import type { OrderRecord, Settlement } from '../../purchases/purchase-store.ts'
import { toCart } from './cart-items.ts'
import { leaveCart, sell } from './order-effects.ts'
import { isOpen, type KeptOrder, removeOrder, updateOrder } from './order-items.ts'
import { cartBecame, forgetAttempt, isWithoutKey } from './purchase-attempts.ts'
import type { PurchaseDeps } from './purchase-deps.ts'
import { outcomeOf } from './settlement.ts'
import { stockChange } from './stock-changes.ts'
import { giveStockBack } from './stock.ts'

/** Refused when the order, or what it touches, has changed since it was read. */
export async function settlePurchase(
  deps: PurchaseDeps,
  purchaseId: string,
  settlement: Settlement,
): Promise<OrderRecord | null> {
  const found = await deps.orders.findWithCart(purchaseId)
  if (!found) return null
  const { kept } = found
  if (!isOpen(kept.order)) return kept.order
  if (settlement.kind === 'pending' && kept.order.state === 'pending') return kept.order

  const { client, tables } = deps
  const { order, ...effects } = outcomeOf(kept.order, settlement)
  const led = { userId: kept.order.userId, purchaseId, attempt: kept.attempt }
  const isForgotten = !order || (effects.givesStockBack && isWithoutKey(kept.attempt))
  await transact(client, [
    ...(order
      ? [updateOrder(tables.purchases, kept.order, order)]
      : removeOrder(tables.purchases, kept.order)),
    ...(effects.leavesCart ? leave(deps, kept, found.cart) : []),
    ...(order && effects.isSold ? sell(deps, order) : []),
    ...(effects.givesStockBack ? await giveBack(deps, kept) : []),
    ...(isForgotten ? [forgetAttempt(tables.purchases, led)] : []),
  ])
  if (effects.givesStockBack) deps.products.markStale()
  return order
}

/** Refused when the order has changed since it was read. */
export async function changePurchase(
  deps: PurchaseDeps,
  purchaseId: string,
  move: (order: OrderRecord) => OrderRecord,
): Promise<OrderRecord | null> {
  const kept = await deps.orders.find(purchaseId)
  if (!kept) return null
  const before = kept.order
  const after = move(before)
  const became = (status: OrderRecord['orderStatus']) =>
    after.orderStatus === status && before.orderStatus !== status
  const announced: OrderEvent[] = [
    ...(became('SHIPPED') ? (['shipped'] as const) : []),
    ...(became('DELIVERED') ? (['delivered'] as const) : []),
  ]
  await transact(deps.client, [
    updateOrder(deps.tables.purchases, before, after),
    ...(became('CANCELLED') ? await giveBack(deps, kept) : []),
    ...announced.flatMap((event) => deps.announce(after, event)),
  ])
  if (became('CANCELLED')) deps.products.markStale()
  return after
}

function leave(deps: PurchaseDeps, { order, attempt }: KeptOrder, cart: Item | undefined): TransactItem[] {
  const { tables, now } = deps
  const { userId, purchaseId } = order
  const { after, writes } = leaveCart(deps, toCart(cart, userId, now), order)
  if (!isWithoutKey(attempt)) return writes
  return [...writes, cartBecame(tables.purchases, { userId, purchaseId, attempt }, after.version)]
}

async function giveBack(deps: PurchaseDeps, { order, taken }: KeptOrder): Promise<TransactItem[]> {
  const { tables, now } = deps
  const writes = await giveStockBack(deps, order.lines, taken)
  const moved = writes.map(({ name }) => name)
  return [...writes, ...stockChange(tables.purchases, `${order.purchaseId}-back`, moved, now())]
}
