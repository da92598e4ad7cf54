import type { Database } from '@nashta/sqlite/database'
import type { CartRecord } from '../../cart/cart-store.ts'
import { withoutPurchased } from '../../cart/cart.ts'
import type {
  Charged,
  OrderLine,
  OrderRecord,
  PurchaseStore,
  Settlement,
} from '../../purchases/purchase-store.ts'
import { outOfStock } from '../../purchases/purchase.ts'
import type { SqliteCartStore } from './cart-store.ts'
import { createOrderRows } from './order-rows.ts'
import type { SqliteProductStore } from './product-store.ts'
import { createPurchaseAttempts } from './purchase-attempts.ts'

/** Queues the mail that an order's new state calls for; runs inside the order's own write. */
type Announce = (order: OrderRecord, event: 'confirmed' | 'shipped' | 'delivered') => void

const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

export type SqlitePurchaseStoreDeps = {
  database: Database
  carts: SqliteCartStore
  products: SqliteProductStore
  announce: Announce
  now: () => Date
}

export function createSqlitePurchaseStore(deps: SqlitePurchaseStoreDeps): PurchaseStore {
  const { database, carts, products, announce, now } = deps
  const orders = createOrderRows(database.connection)
  const attempts = createPurchaseAttempts(database.connection)

  function takeStock(lines: readonly OrderLine[], counted: ReadonlySet<string>) {
    for (const line of lines) {
      if (!counted.has(line.productId)) continue
      const stock = products.takeStockWithin(line.productId, line.quantity)
      if (!stock.taken) throw outOfStock(line, stock.available)
    }
  }

  function giveStockBack(lines: readonly OrderLine[]) {
    for (const { productId, quantity } of lines) products.giveStockWithin(productId, quantity)
  }

  /** What was ordered leaves the cart once, when the order is accepted. */
  function leaveCart(order: OrderRecord, cart: CartRecord) {
    return carts.changeWithin(cart, (lines) => withoutPurchased(lines, order.lines)).version
  }

  function leaveCartLater(order: OrderRecord) {
    attempts.cartBecame(order.purchaseId, leaveCart(order, carts.readWithin(order.userId)))
  }

  function countAndAnnounce(order: OrderRecord) {
    products.recordSalesWithin(order.lines, now())
    announce(order, 'confirmed')
  }

  function giveUp(order: OrderRecord) {
    giveStockBack(order.lines)
    attempts.declined(order.purchaseId)
  }

  function approve(order: OrderRecord, transactionId: string) {
    if (order.state === 'charging') leaveCartLater(order)
    const placed = orders.update(settledBy(order, { kind: 'approved', transactionId }))
    countAndAnnounce(placed)
    return placed
  }

  function accept(order: OrderRecord) {
    if (order.state === 'pending') return order
    leaveCartLater(order)
    return orders.update(settledBy(order, { kind: 'pending' }))
  }

  function decline(order: OrderRecord, refusal: string) {
    giveUp(order)
    if (order.state === 'charging')
      return orders.update(settledBy(order, { kind: 'declined', message: refusal }))
    // The shopper has seen an accepted order: it stays in sight, cancelled.
    return orders.update({ ...order, state: 'placed', orderStatus: 'CANCELLED', refusal })
  }

  function undo(order: OrderRecord) {
    if (order.state === 'pending') return decline(order, NEVER_CHARGED)
    giveStockBack(order.lines)
    orders.remove(order.purchaseId)
    return null
  }

  function apply(order: OrderRecord, settlement: Settlement): OrderRecord | null {
    if (settlement.kind === 'approved') return approve(order, settlement.transactionId)
    if (settlement.kind === 'pending') return accept(order)
    if (settlement.kind === 'declined') return decline(order, settlement.message)
    return undo(order)
  }

  return {
    begin({ userId, key, fingerprint, productIds, draft, charge }) {
      return database.write(() => {
        const cart = carts.readWithin(userId)
        const attempt = { userId, key, fingerprint, cartVersion: cart.version }
        const known = attempts.find(attempt)
        const knownOrder = known === null ? null : orders.find(known)
        if (knownOrder) return { kind: 'known', order: knownOrder } as const

        const { sold, counted } = products.readWithin(productIds)
        const drafted = draft(sold)
        takeStock(drafted.lines, counted)
        const order = charge ? settledBy(drafted, charge(drafted)) : drafted
        const accepted = order.state === 'placed' || order.state === 'pending'
        orders.add(order, {
          attemptKey: key ?? null,
          fingerprint,
          cartVersionBefore: key === undefined ? cart.version : null,
          cartVersionAfter: accepted ? leaveCart(order, cart) : null,
        })
        if (order.state === 'declined') giveUp(order)
        if (order.state === 'placed') countAndAnnounce(order)
        return { kind: 'new', order } as const
      })
    },
    settle(purchaseId, settlement) {
      return database.write(() => {
        const order = orders.find(purchaseId)
        const open = order && (order.state === 'charging' || order.state === 'pending')
        return open ? apply(order, settlement) : order
      })
    },
    async find(purchaseId) {
      return orders.find(purchaseId)
    },
    async list(userId, { limit, before }) {
      return orders.page(userId, limit, before)
    },
    async unsettled(before) {
      return orders.unsettled(before)
    },
    change(purchaseId, move) {
      return database.write(() => {
        const before = orders.find(purchaseId)
        if (!before) return null
        const after = orders.update(move(before))
        if (after.orderStatus === 'CANCELLED' && before.orderStatus !== 'CANCELLED')
          giveStockBack(after.lines)
        if (after.orderStatus === 'SHIPPED' && before.orderStatus !== 'SHIPPED') announce(after, 'shipped')
        if (after.orderStatus === 'DELIVERED' && before.orderStatus !== 'DELIVERED')
          announce(after, 'delivered')
        return after
      })
    },
  }
}

/** What a charge makes of an order that waits for it. */
function settledBy(order: OrderRecord, charged: Charged): OrderRecord {
  if (charged.kind === 'pending') return { ...order, state: 'pending' }
  if (charged.kind === 'declined') return { ...order, state: 'declined', refusal: charged.message }
  const { transactionId } = charged
  return { ...order, state: 'placed', orderStatus: 'CONFIRMED', transactionId }
}
