import { readItems } from '@nashta/dynamodb/read-items'
import { retryWhenRefused, transact, TRANSACTION_ITEMS_MAX } from '@nashta/dynamodb/transact'
import type { ProductRecord } from '../../../catalogue/product-store.ts'
import { isOpen } from '../../../orders/order/order-state.ts'
import type { OrderRecord, PurchaseRequest, PurchaseStore } from '../../../orders/order/purchase-store.ts'
import { findReplay, tooManyProducts } from '../../../orders/order/purchase.ts'
import { takenStockOf } from '../../../orders/order/stock.ts'
import { personTerms } from '../../../orders/search/search-terms.ts'
import { decideOrder } from '../../../orders/work/decide-order.ts'
import { cartKey, toCart } from '../cart-items.ts'
import { productIdsOf } from '../stock/stock-items.ts'
import { personWrites, type PurchaseDeps, readAndDecide, writesOfEffects } from './order-effects.ts'
import { newOrderWrites, orderExistsCheck } from './order-items.ts'
import {
  missingTermWrites,
  orderTotalsWrites,
  putTerms,
  termRemovalWrites,
  termWrites,
} from './order-lists.ts'
import { listingWrite, readUnpaidOrders } from './orders-by-key.ts'
import { attemptKey, attemptWrite, toAttempt } from './purchase-attempts.ts'
import type { Reservation } from './stock-reservation.ts'

/**
 * A taken part is the units that an order took from one shard of a product's stock. A cancellation
 * returns all units in one transaction: one write for each part, at most eight for batches (see
 * `batch-changes.ts`), two for each of at most four offers, and at most twenty-four other writes.
 */
export const TAKEN_PARTS_MAX = TRANSACTION_ITEMS_MAX - 40

/**
 * The search terms of a new order are stored only within this time after the start of the purchase.
 * After a minute the reconciler may remove the order, and terms that are stored after the removal
 * would stay forever. Missing terms are stored by the next change of the order.
 */
const TERMS_WITHIN_MS = 30_000

/**
 * Stores a new order, or finds the order that the same request has placed before. Counted stock is
 * reserved before the order's transaction, so that orders of one product do not wait for each
 * other. A retry of `beginPurchase` gets the reservation of the first try from `reservationFor`. If
 * `beginPurchase` throws, its caller gives the reserved units back.
 */
export async function beginPurchase(
  deps: PurchaseDeps,
  request: PurchaseRequest,
  reservationFor: (order: OrderRecord) => Reservation,
): ReturnType<PurchaseStore['begin']> {
  const { client, tables, products, orders, reservations, now } = deps
  const { attempt, unpaidLimits = [], lastingBuyerKeys = [], productIds } = request
  const { userId } = attempt
  const startedAt = now()

  // The prices come from the catalogue in memory, which is at most a second old.
  const requested = await products.findRequested(productIds)
  const found = await readItems(client, [
    { table: tables.carts, key: cartKey(userId) },
    { table: tables.purchases, key: attemptKey(attempt) },
  ])
  const cart = toCart(found.get(tables.carts)?.[0], userId, now())

  const storedAttempt = toAttempt(found.get(tables.purchases)?.[0])
  const replayedId = findReplay(attempt, cart, storedAttempt, now())
  // A guest's order that was moved to an account meanwhile is found only by its purchase id.
  const replayed =
    replayedId === null
      ? null
      : ((await orders.findOfShopper(userId, replayedId)) ?? (await orders.find(replayedId)))
  if (replayed) {
    await storeMissingTerms(deps, replayed.order)
    return { order: replayed.order, replayed: true }
  }

  const limits = await readUnpaidOrders(deps, unpaidLimits)
  const {
    order: decided,
    linesToTake,
    effects,
    countedUnder,
    cartVersionBefore,
  } = decideOrder(request, {
    cart,
    products: requested,
    countedIds: countedIdsOf(requested.values()),
    ordersUnder: limits.earlierOrders,
  })

  if (linesToTake.length > TAKEN_PARTS_MAX) throw tooManyProducts()
  const reservation = reservationFor(decided)
  await reservations.reserve(reservation, linesToTake)
  const { takenParts } = reservation
  // The units of one line may come from several shards.
  if (takenParts.length > TAKEN_PARTS_MAX) throw tooManyProducts()
  // An earlier try may have reserved units of a product that is not counted any more.
  const order = { ...decided, taken: takenStockOf(decided.lines, productIdsOf(takenParts)) }

  const attemptSk = attemptKey(attempt).sk
  const decidedEffects = await readAndDecide(deps, order, cart, effects)
  const newOrder = { order: decidedEffects.decided.order, takenParts, attemptSk }
  const effectWrites = await writesOfEffects(deps, decidedEffects, cart, takenParts)
  const { purchaseId, purchaseDate } = order
  await transact(client, [
    ...newOrderWrites(tables.purchases, newOrder),
    ...limits.writes(purchaseId, countedUnder),
    ...lastingBuyerKeys.map((buyerKey) => listingWrite(deps, buyerKey, purchaseId)),
    ...orderTotalsWrites(tables.purchases, null, order, effectWrites),
    ...effectWrites.writes,
    ...(await personWrites(deps, null, newOrder.order)),
    attemptWrite(tables.purchases, attempt, storedAttempt, {
      purchaseId,
      createdAt: purchaseDate,
      cartVersionBefore,
      cartVersionAfter: decidedEffects.decided.cartVersionAfter,
    }),
  ])

  const isLate = () => now().getTime() - startedAt.getTime() > TERMS_WITHIN_MS
  if (!isLate()) {
    try {
      await storeNewTerms(deps, order)
    } finally {
      // The process may have been suspended while it stored the terms.
      if (isLate()) await correctTerms(deps, order)
    }
  }
  return { order: newOrder.order, replayed: false }
}

async function storeNewTerms(deps: PurchaseDeps, order: OrderRecord) {
  try {
    await putTerms(deps, order)
  } catch (error) {
    // The settlement of an open order stores the missing terms.
    if (isOpen(order)) return
    // The error makes the shopper repeat the request. The replay calls `storeMissingTerms`.
    throw error
  }
}

/** Replaces terms that were stored late by those of the order as it is now. Without an order, deletes them. */
async function correctTerms(deps: PurchaseDeps, order: OrderRecord) {
  const { client, tables, orders } = deps
  const table = tables.purchases
  await retryWhenRefused(async () => {
    const current = (await orders.find(order.purchaseId))?.order
    const terms = current ? personTerms(current) : []
    const wrongTerms = personTerms(order).filter((term) => !terms.includes(term))
    await transact(client, [
      ...(current ? [orderExistsCheck(table, current), ...termWrites(table, current, terms)] : []),
      ...termRemovalWrites(table, order, wrongTerms),
    ])
  })
}

/**
 * Stores the search terms of an order if they are missing, for example because a process died. An
 * open order gets its missing terms at its settlement.
 */
async function storeMissingTerms(deps: PurchaseDeps, order: OrderRecord) {
  if (isOpen(order)) return
  const writes = await missingTermWrites(deps, order)
  if (writes.length === 0) return
  const { client, tables } = deps
  await transact(client, [orderExistsCheck(tables.purchases, order), ...writes])
}

/** The ids of the products with counted stock. */
function countedIdsOf(products: Iterable<ProductRecord>) {
  const counted = Array.from(products).filter(({ stock }) => stock !== undefined)
  return new Set(counted.map(({ products_id }) => products_id))
}
