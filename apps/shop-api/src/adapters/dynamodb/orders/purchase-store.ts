import { calendarDay } from '@nashta/contracts/dates'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { putItem } from '@nashta/dynamodb/write-item'
import type {
  OrderRecord,
  OrderTransition,
  PurchaseRequest,
  PurchaseStore,
} from '../../../purchases/purchase-store.ts'
import { toCart } from '../cart-items.ts'
import type { DynamoProductStore } from '../catalogue/product-store.ts'
import { productIdsOf } from '../stock/stock-items.ts'
import { createStockReservations, newReservation, type Reservation } from '../stock/stock-reservation.ts'
import { withRetries } from '../with-retries.ts'
import { beginPurchase } from './begin-purchase.ts'
import { eraseOrders } from './erase-orders.ts'
import {
  type DynamoPurchaseStoreDeps,
  type EffectWrites,
  type PurchaseDeps,
  writesOfEffects,
} from './order-effects.ts'
import { orderMoveWrites, orderRemovalWrites, orderUpdateWrite, type StoredOrder } from './order-items.ts'
import { missingTermWrites, orderDayItem, totalsWrites } from './order-lists.ts'
import { createOrderReads } from './order-reads.ts'
import { readOrderIds, readOrders, removeLimitKey } from './orders-by-key.ts'
import { attemptRemovalWrite, attemptUpdateWrite, isKeyless } from './purchase-attempts.ts'

export type DynamoPurchaseStore = PurchaseStore & {
  /** Returns the stock of orders whose process died before it had stored them. */
  reconcileStock: () => Promise<void>
  /** Waits for the work on reservations that goes on after a response. */
  close: () => Promise<void>
}

export function createDynamoPurchaseStore(options: DynamoPurchaseStoreDeps): DynamoPurchaseStore {
  const orders = createOrderReads(options)
  const reservations = createStockReservations(options)
  const deps = { ...options, orders, reservations }
  const inFlight = new Set<Promise<void>>()

  /** The shopper does not wait for this work. If it fails, the reconciler does it later. */
  function finishLater(work: Promise<void>) {
    const finished = work.catch(() => {}).finally(() => inFlight.delete(finished))
    inFlight.add(finished)
  }

  const listedDays = new Set<string>()

  /** Must be called before the first order of the day is stored. Each process writes a day once. */
  async function addToOrderDays(day: string) {
    if (listedDays.has(day)) return
    await putItem(deps.client, deps.tables.purchases, orderDayItem(day))
    listedDays.add(day)
  }

  async function begin(request: PurchaseRequest) {
    await addToOrderDays(calendarDay(deps.now()))
    let reservation: Reservation | undefined
    // A retry continues the reservation of the first try, which may have taken units already.
    const reservationFor = (order: OrderRecord) => (reservation ??= newReservation(order))
    try {
      const begun = await withRetries(() => beginPurchase(deps, request, reservationFor))
      // A reservation without a key has taken no units. A replayed order owns the units only if an
      // earlier try of this call stored it.
      if (reservation?.key) {
        const end = begun.replayed ? reservations.giveBackUnlessStored : reservations.confirm
        finishLater(end(reservation))
      }
      return begun
    } catch (error) {
      // The response waits, so that the units are available again when the shopper reads the error.
      if (reservation?.key) await reservations.giveBackUnlessStored(reservation).catch(() => {})
      throw error
    }
  }

  return {
    begin: (request) => deps.mutex(request.attempt.userId, () => begin(request)),
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
      return deps.mutex(userId, () => eraseOrders(deps, userId, erase))
    },
    async listByLimitKey(limitKey) {
      return readOrders(deps, await readOrderIds(deps, limitKey))
    },
    removeLimitKey(limitKey, purchaseId) {
      return withRetries(() => removeLimitKey(deps, limitKey, purchaseId))
    },
    listOpen(until) {
      return orders.listOpen(until)
    },
    reconcileStock: () => reservations.reconcile(),
    async close() {
      await Promise.all(inFlight)
    },
  }
}

/**
 * When `transition` returns null as the order, the order is removed. The transaction is refused
 * when the order or the cart has changed since it was read.
 */
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
  const [effectWrites, changeWrites] = await Promise.all([
    writesOfEffects(deps, { ...stored, order: after ?? before }, cart, effects),
    after ? orderChangeWrites(deps, stored, after) : orderRemovalWrites(tables.purchases, before),
  ])
  await transact(client, [
    ...changeWrites,
    ...totalsWrites(tables.purchases, before, after, effectWrites),
    ...effectWrites.writes,
    ...attemptWrites(tables.purchases, stored, { ...effectWrites, isRemoved: after === null }),
  ])
  if (effectWrites.returnsStock) await refreshReturnedStock(products, stored)
  return after
}

async function orderChangeWrites(deps: PurchaseDeps, stored: StoredOrder, after: OrderRecord) {
  const table = deps.tables.purchases
  const isMoved = after.userId !== stored.order.userId
  if (isMoved) return orderMoveWrites(table, stored, after, stored.attemptSk)
  return [orderUpdateWrite(table, stored, after), ...(await missingTermWrites(deps, after))]
}

/**
 * Reads the stock after units were returned, and publishes it to the other processes. The order is
 * stored already, so no error is thrown. After an error the other processes see the returned units
 * only with the next change of the stock.
 */
async function refreshReturnedStock(products: DynamoProductStore, { takenParts }: StoredOrder) {
  for (const productId of productIdsOf(takenParts)) {
    await products
      .readStock(productId)
      .then((shards) => products.putStock(shards))
      .catch(() => products.markStale())
  }
}

/**
 * The write that changes or removes the order's purchase attempt:
 *
 * - When the order is removed, its attempt is removed.
 * - Otherwise an attempt with an idempotency key does not change.
 * - The effect `endKeylessAttempt` removes a keyless attempt. The same request then places a new
 *   order.
 * - When the order removes its lines from the cart, a keyless attempt stores the new version of the
 *   cart. By that version `findReplay` recognises a repeated request.
 */
function attemptWrites(
  table: string,
  stored: StoredOrder,
  { isRemoved, cartVersionAfter, endsKeylessAttempt }: EffectWrites & { isRemoved: boolean },
): TransactItem[] {
  if (isRemoved) return [attemptRemovalWrite(table, stored)]
  if (!isKeyless(stored.attemptSk)) return []
  if (endsKeylessAttempt) return [attemptRemovalWrite(table, stored)]
  return cartVersionAfter === null ? [] : [attemptUpdateWrite(table, stored, cartVersionAfter)]
}
