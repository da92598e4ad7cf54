import { calendarDay } from '@nashta/contracts/dates'
import { createDynamoDocuments } from '@nashta/documents/dynamodb-documents'
import {
  transact,
  TRANSACTION_ITEMS_MAX,
  type TransactItem,
  TransactionRefused,
} from '@nashta/dynamodb/transact'
import { putItem } from '@nashta/dynamodb/write-item'
import { orderVersion } from '../../../orders/order/order-work.ts'
import type {
  OrderLine,
  OrderRecord,
  OrderTransition,
  PurchaseRequest,
  PurchaseStore,
} from '../../../orders/order/purchase-store.ts'
import { tooManyProducts } from '../../../orders/order/purchase.ts'
import { editedTerms, personTerms } from '../../../orders/search/search-terms.ts'
import type { DecidedEffects } from '../../../orders/work/decide-effects.ts'
import { takingOf, withTaken } from '../../../orders/work/take-units.ts'
import { toCart } from '../cart-items.ts'
import type { DynamoProductStore } from '../catalogue/product-store.ts'
import { productIdsOf, takenOf } from '../stock/stock-items.ts'
import { chooseStock } from '../stock/take-stock.ts'
import { BY_DUE } from '../tables.ts'
import { withRetries } from '../with-retries.ts'
import { beginPurchase, TAKEN_PARTS_MAX } from './begin-purchase.ts'
import { eraseOrders } from './erase-orders.ts'
import {
  type DynamoPurchaseStoreDeps,
  personWrites,
  type PurchaseDeps,
  readAndDecide,
  writesOfEffects,
} from './order-effects.ts'
import { orderMoveWrites, orderRemovalWrites, orderUpdateWrite, type StoredOrder } from './order-items.ts'
import {
  missingTermWrites,
  orderDayItem,
  orderTotalsWrites,
  termRemovalWrites,
  termWrites,
} from './order-lists.ts'
import { createOrderReads } from './order-reads.ts'
import { readOrderIds, readOrders, removeOrderId } from './orders-by-key.ts'
import { attemptRemovalWrite, attemptUpdateWrite, isKeyless } from './purchase-attempts.ts'
import { createStockReservations, newReservation, type Reservation } from './stock-reservation.ts'

export type DynamoPurchaseStore = PurchaseStore & {
  /**
   * Gives back reserved units whose order was never stored, because the process died. A reservation
   * whose units cannot be given back is reported, and does not stop the others.
   */
  reconcileStock: (reportError: (error: unknown) => void) => Promise<void>
  /** Waits for the work on reservations that is still in flight after its response was sent. */
  close: () => Promise<void>
}

/** `begin` is called at most this long after the purchase date of the order. */
const PURCHASE_DATE_AGE_MAX_MS = 60_000

export function createDynamoPurchaseStore(options: DynamoPurchaseStoreDeps): DynamoPurchaseStore {
  const orders = createOrderReads(options)
  const reservations = createStockReservations(options)
  const { client, tables } = options
  const documents = createDynamoDocuments({ client, table: tables.purchases, index: BY_DUE })
  const deps = { ...options, documents, orders, reservations }
  const inFlight = new Set<Promise<void>>()

  /** The shopper does not wait for this work. If the work fails, the reconciler does it later. */
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
    const time = deps.now().getTime()
    // Just after midnight, the purchase date may still be on the day before.
    await addToOrderDays(calendarDay(new Date(time - PURCHASE_DATE_AGE_MAX_MS)))
    await addToOrderDays(calendarDay(new Date(time)))
    let reservation: Reservation | undefined
    // Every try uses the reservation of the first try, which may have taken units already.
    const reservationFor = (order: OrderRecord) => (reservation ??= newReservation(order))
    try {
      const begun = await withRetries(() => beginPurchase(deps, request, reservationFor))
      if (reservation) {
        if (begun.replayed) {
          // The units go back, unless an earlier try has stored the order of this reservation.
          finishLater(reservations.giveBackUnlessOrderStored(reservation))
        } else {
          finishLater(reservations.confirm(reservation))
        }
      }
      return begun
    } catch (error) {
      // The response waits, so that the units are available again when the shopper reads the error.
      if (reservation) await reservations.giveBackUnlessOrderStored(reservation).catch(() => {})
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
    async listByBuyerKey(buyerKey) {
      return readOrders(deps, await readOrderIds(deps, buyerKey))
    },
    unlistByBuyerKey(buyerKey, purchaseId) {
      return withRetries(() => removeOrderId(deps, buyerKey, purchaseId))
    },
    listOpen(until) {
      return orders.listOpen(until)
    },
    reconcileStock: (reportError) => reservations.reconcile(reportError),
    async close() {
      await Promise.all(inFlight)
    },
  }
}

/**
 * Stores the result of `transition` in one transaction. If the resulting order is null, the order
 * is removed. The transaction is refused when the order or the cart has changed since it was read.
 */
async function updatePurchase(
  deps: PurchaseDeps,
  purchaseId: string,
  transition: (order: OrderRecord) => OrderTransition,
): Promise<OrderRecord | null> {
  const { client, tables, orders, products, now } = deps
  const found = await orders.findWithCart(purchaseId)
  if (!found) return null
  const { cartItem } = found
  const before = found.stored.order
  const { order: changed, effects } = transition(before)
  const isUnchanged = changed === before
  if (isUnchanged) return before

  const taking = changed && takingOf(changed, effects)
  const newParts = taking ? await chooseStockOf(deps, before, taking.lines) : []
  const stored = { ...found.stored, takenParts: [...found.stored.takenParts, ...newParts] }
  if (stored.takenParts.length > TAKEN_PARTS_MAX && newParts.length > 0) throw tooManyProducts()
  /** The changed order with the units that it takes. */
  const supplied = changed && taking ? withTaken(changed, takenOf(changed.lines, newParts)) : changed

  const cart = toCart(cartItem, before.userId, now())
  const decidedEffects = await readAndDecide(deps, supplied ?? before, cart, effects)
  const { decided } = decidedEffects
  const after = supplied && decided.order
  const [effectWrites, changeWrites, figureWrites] = await Promise.all([
    writesOfEffects(
      deps,
      decidedEffects,
      cart,
      stored.takenParts,
      taking && { parts: newParts, kind: taking.kind },
    ),
    after ? orderChangeWrites(deps, stored, after) : orderRemovalWrites(tables.purchases, before),
    personWrites(deps, before, after),
  ])
  const writes = [
    ...changeWrites,
    ...orderTotalsWrites(tables.purchases, before, after, effectWrites),
    ...effectWrites.writes,
    ...figureWrites,
    ...(after
      ? attemptWrites(tables.purchases, stored, decided)
      : [attemptRemovalWrite(tables.purchases, stored)]),
  ]
  // An edit may move the stock of more products than one transaction can.
  if (newParts.length > 0 && writes.length > TRANSACTION_ITEMS_MAX) throw tooManyProducts()
  await transact(client, writes)
  if (effectWrites.changesStock) await publishChangedStock(products, stored)
  return after
}

/**
 * Chooses the stock that a stored order takes. If too little is left, but the order has changed since it
 * was read, the update begins again: another request may have taken the stock for it.
 */
async function chooseStockOf(
  { products, orders }: PurchaseDeps,
  before: OrderRecord,
  lines: readonly OrderLine[],
) {
  try {
    return await chooseStock(products, lines)
  } catch (error) {
    const current = await orders.find(before.purchaseId)
    const hasChanged = current === null || orderVersion(current.order) !== orderVersion(before)
    throw hasChanged ? new TransactionRefused(new Set(['order']), { cause: error }) : error
  }
}

async function orderChangeWrites(deps: PurchaseDeps, stored: StoredOrder, after: OrderRecord) {
  const table = deps.tables.purchases
  const isMoved = after.userId !== stored.order.userId
  if (isMoved) return orderMoveWrites(table, stored.order, { ...stored, order: after })
  const edited = editedTerms(stored.order, after, personTerms)
  return [
    orderUpdateWrite(table, stored, after),
    ...(edited
      ? [...termRemovalWrites(table, after, edited.removed), ...termWrites(table, after, edited.current)]
      : await missingTermWrites(deps, after)),
  ]
}

/** Reads the stock after units were returned or taken, and publishes it to the other processes. */
async function publishChangedStock(products: DynamoProductStore, { takenParts }: StoredOrder) {
  for (const productId of productIdsOf(takenParts)) {
    try {
      const shards = await products.readStock(productId)
      products.publishStock(shards)
    } catch {
      // The order is stored already, so the error is not thrown. This process will read the stock
      // again. The other processes see the change with the next change of the stock.
      products.markStale()
    }
  }
}

/** The write that changes or removes the purchase attempt of a stored order, if effects need one. */
function attemptWrites(
  table: string,
  stored: StoredOrder,
  { cartVersionAfter, endsKeylessAttempt }: DecidedEffects,
): TransactItem[] {
  if (!isKeyless(stored.attemptSk)) return []
  if (endsKeylessAttempt) return [attemptRemovalWrite(table, stored)]
  if (cartVersionAfter === null) return []
  // A keyless request is recognised by its cart's version (see `findReplay`). If the order changed
  // the cart from version 7 to 8, a repeated request comes with version 8.
  return [attemptUpdateWrite(table, stored, cartVersionAfter)]
}
