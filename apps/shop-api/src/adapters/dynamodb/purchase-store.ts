import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord, OrderTransition, PurchaseStore } from '../../purchases/purchase-store.ts'
import { beginPurchase } from './begin-purchase.ts'
import { toCart } from './cart-items.ts'
import { eraseOrders } from './erase-orders.ts'
import {
  type DynamoPurchaseStoreDeps,
  type EffectWrites,
  type PurchaseDeps,
  writesOfEffects,
} from './order-effects.ts'
import { orderRemovalWrites, orderUpdateWrite, type StoredOrder } from './order-items.ts'
import { createOrderReads } from './order-reads.ts'
import { attemptRemovalWrite, attemptUpdateWrite, isKeyless } from './purchase-attempts.ts'
import { withRetries } from './with-retries.ts'

export function createDynamoPurchaseStore(options: DynamoPurchaseStoreDeps): PurchaseStore {
  const orders = createOrderReads(options)
  const deps = { ...options, orders }

  return {
    begin(request) {
      return deps.mutex(request.attempt.userId, () => withRetries(() => beginPurchase(deps, request)))
    },
    update(purchaseId, transition) {
      return withRetries(() => updatePurchase(deps, purchaseId, transition))
    },
    async find(purchaseId) {
      return (await orders.find(purchaseId))?.order ?? null
    },
    list(userId, { limit, before }) {
      return orders.listPage(userId, limit, before)
    },
    async listAll(userId) {
      return (await orders.listAll(userId)).map(({ order }) => order)
    },
    eraseAll(userId, erase) {
      return deps.mutex(userId, () => withRetries(() => eraseOrders(deps, userId, erase)))
    },
    listOpen(before) {
      return orders.listOpen(before)
    },
  }
}

/** The transaction is refused when the order, or the cart that its effects change, is not as it was read. */
async function updatePurchase(
  deps: PurchaseDeps,
  purchaseId: string,
  transition: (order: OrderRecord) => OrderTransition,
): Promise<OrderRecord | null> {
  const { client, tables, orders, products, now } = deps
  const found = await orders.findWithCart(purchaseId)
  if (!found) return null
  const { stored, cartItem } = found
  const before = stored.order
  const { order: after, effects } = transition(before)
  const isUnchanged = after === before
  if (isUnchanged) return before

  const cart = toCart(cartItem, before.userId, now())
  const effectWrites = await writesOfEffects(deps, after ?? before, cart, effects)
  await transact(client, [
    ...(after
      ? [orderUpdateWrite(tables.purchases, before, after)]
      : orderRemovalWrites(tables.purchases, before)),
    ...effectWrites.writes,
    ...attemptWrites(tables.purchases, stored, after === null, effectWrites),
  ])
  if (effectWrites.returnsStock) products.markStale()
  return after
}

/**
 * The attempt of a removed order is removed. Otherwise only an attempt without a key changes: it is removed when the same
 * request shall be a new attempt, and gets the cart's version when lines are removed from the cart.
 */
function attemptWrites(
  table: string,
  stored: StoredOrder,
  isRemoved: boolean,
  { cartVersionAfter, endsKeylessAttempt }: EffectWrites,
): TransactItem[] {
  if (isRemoved) return [attemptRemovalWrite(table, stored)]
  if (!isKeyless(stored.attemptSk)) return []
  if (endsKeylessAttempt) return [attemptRemovalWrite(table, stored)]
  return cartVersionAfter === null ? [] : [attemptUpdateWrite(table, stored, cartVersionAfter)]
}
