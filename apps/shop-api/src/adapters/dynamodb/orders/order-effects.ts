import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { documentWrites } from '@nashta/documents/dynamodb-documents'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { CartRecord } from '../../../cart/cart-store.ts'
import { shopperVersionOf, withLines, withoutPurchased, withoutRestored } from '../../../cart/cart.ts'
import { cartEvents, purchaseEvent } from '../../../events/shop-events.ts'
import { logWrites } from '../../../operator-log/operator-log.ts'
import { soldAtOf } from '../../../orders/order/order-state.ts'
import type { OrderEffect, OrderMailKind, OrderRecord } from '../../../orders/order/purchase-store.ts'
import { assertWithinLimit } from '../../../orders/order/unpaid-orders.ts'
import { cartWrite, type EventWrites } from '../cart-items.ts'
import type { DynamoProductStore } from '../catalogue/product-store.ts'
import { isCountedBySale, saleCancellationWrites, saleWrite } from '../catalogue/sales.ts'
import type { Mutex } from '../mutex.ts'
import { returnStockWrites } from '../stock/return-stock.ts'
import { partsToReturn } from '../stock/stock-items.ts'
import { takeStockWrites } from '../stock/take-stock.ts'
import type { ShopTables } from '../tables.ts'
import { bankReferenceWrite } from './bank-references.ts'
import type { StoredOrder } from './order-items.ts'
import type { createOrderReads } from './order-reads.ts'
import { readUnpaidOrders } from './orders-by-key.ts'
import type { StockReservations } from './stock-reservation.ts'

export type DynamoPurchaseStoreDeps = ShopTables & {
  products: DynamoProductStore
  mutex: Mutex
  /** Returns the outbox writes of a mail, for the transaction that stores the order. */
  mailWrites: (order: OrderRecord, kind: OrderMailKind, refundId?: string) => TransactItem[]
  eventWrites?: EventWrites
  now: () => Date
}

export type PurchaseDeps = DynamoPurchaseStoreDeps & {
  orders: ReturnType<typeof createOrderReads>
  reservations: StockReservations
}

export type EffectWrites = {
  writes: TransactItem[]
  /** The `shopperVersionOf` the cart after the ordered lines were removed; null when none are removed. */
  cartVersionAfter: number | null
  /** Whether `writes` changes the stock of products. */
  changesStock: boolean
  /** Whether a keyless attempt is removed, so that an equal request places a new order. */
  endsKeylessAttempt: boolean
  /** Whether `writes` already adds the order to the totals of its day, as part of a sale. */
  countsOrderBySale: boolean
}

type ChangedOrder = {
  /** The order as the transaction will store it. */
  order: OrderRecord
  /** The units that the order has taken before the transaction, or takes by it (`takeStock`). */
  takenParts: StoredOrder['takenParts']
  /** The cart after `restoreCartLines`. Absent if nothing is put back. */
  restoredCart?: CartRecord | undefined
}

/** The writes that effects add to the order's transaction. */
export async function writesOfEffects(
  deps: PurchaseDeps,
  { order, takenParts, restoredCart }: ChangedOrder,
  cart: CartRecord,
  effects: readonly OrderEffect[],
): Promise<EffectWrites> {
  const at = deps.now()
  const cartAfter = withLines(cart, withoutPurchased(cart.lines, order.lines), at)
  const { eventWrites = () => [] } = deps
  const writes: TransactItem[] = []
  const events: ShopEvent[] = []
  const saveCart = (after: CartRecord) => {
    writes.push(cartWrite(deps.tables.carts, cart, after))
    events.push(...cartEvents(cart.lines, after))
  }
  for (const effect of effects) {
    if (effect.kind === 'removeCartLines') {
      saveCart(cartAfter)
    } else if (effect.kind === 'restoreCartLines') {
      if (restoredCart) saveCart(restoredCart)
    } else if (effect.kind === 'removeRestoredLines') {
      saveCart(withoutRestored(cart, effect.restored, at))
    } else if (effect.kind === 'recordSales') {
      writes.push(saleWrite(deps.tables.purchases, order, at))
    } else if (effect.kind === 'subtractSales') {
      writes.push(...saleCancellationWrites(deps.tables.purchases, order, soldAtOf(order) ?? at, at))
    } else if (effect.kind === 'returnStock') {
      const parts = partsToReturn(takenParts, effect.stock)
      writes.push(...(await returnStockWrites(deps, order.purchaseId, parts)))
    } else if (effect.kind === 'takeStock') {
      writes.push(...takeStockWrites(deps.tables.products, takenParts))
    } else if (effect.kind === 'useReference') {
      writes.push(await bankReferenceWrite(deps, effect.reference, order.purchaseId))
    } else if (effect.kind === 'queueMail') {
      writes.push(...deps.mailWrites(order, effect.mail, effect.refundId))
    } else if (effect.kind === 'publishPurchase') {
      events.push(purchaseEvent(order))
    } else if (effect.kind === 'log') {
      writes.push(...documentWrites(deps.tables.purchases, logWrites(effect.entry)))
    } else if (effect.kind === 'countUnpaid') {
      const unpaid = await readUnpaidOrders(deps, effect.limits)
      for (const limit of effect.limits)
        assertWithinLimit(order, unpaid.earlierOrders(limit.buyerKey), limit, false)
      const buyerKeys = effect.limits.map(({ buyerKey }) => buyerKey)
      writes.push(...unpaid.writes(order.purchaseId, buyerKeys))
    }
  }
  const has = (kind: OrderEffect['kind']) => effects.some((effect) => effect.kind === kind)
  return {
    writes: [...writes, ...eventWrites(events)],
    cartVersionAfter: has('removeCartLines') ? shopperVersionOf(cartAfter) : null,
    changesStock: has('returnStock') || has('takeStock'),
    endsKeylessAttempt: has('endKeylessAttempt'),
    countsOrderBySale: has('recordSales') && isCountedBySale(order, at),
  }
}
