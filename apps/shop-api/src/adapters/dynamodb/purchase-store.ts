import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord, OrderTransition, PurchaseStore } from '../../purchases/purchase-store.ts'
import { beginPurchase } from './begin-purchase.ts'
import { toCart } from './cart-items.ts'
import {
  type DynamoPurchaseStoreDeps,
  type EffectWrites,
  type PurchaseDeps,
  writesOfEffects,
} from './order-effects.ts'
import { removeOrder, type StoredOrder, updateOrder } from './order-items.ts'
import { createOrderReads } from './order-reads.ts'
import { isKeyless, removeAttempt, setCartVersionAfter } from './purchase-attempts.ts'
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
      return orders.page(userId, limit, before)
    },
    unsettled(before) {
      return orders.unsettled(before)
    },
  }
}

/** Refused when the order, or an item that its effects write, has changed since it was read. */
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
  if (after === before) return before

  const cart = toCart(cartItem, before.userId, now())
  const applied = await writesOfEffects(deps, { ...stored, order: after ?? before }, cart, effects)
  await transact(client, [
    ...(after ? [updateOrder(tables.purchases, before, after)] : removeOrder(tables.purchases, before)),
    ...applied.writes,
    ...attemptWrites(tables.purchases, stored, !after, applied),
  ])
  if (applied.movesStock) products.markStale()
  return after
}

function attemptWrites(
  table: string,
  { order: { userId, purchaseId }, attempt }: StoredOrder,
  isRemoved: boolean,
  { cartVersionAfter, releasesKeylessAttempt }: EffectWrites,
): TransactItem[] {
  const attemptOfOrder = { userId, purchaseId, attempt }
  if (isRemoved) return [removeAttempt(table, attemptOfOrder)]
  if (!isKeyless(attempt)) return []
  if (releasesKeylessAttempt) return [removeAttempt(table, attemptOfOrder)]
  return cartVersionAfter === null ? [] : [setCartVersionAfter(table, attemptOfOrder, cartVersionAfter)]
}
