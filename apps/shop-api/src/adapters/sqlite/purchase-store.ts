import { setImmediate } from 'node:timers/promises'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { prepareDocumentWrites } from '@nashta/documents/sqlite-documents'
import type { Database } from '@nashta/sqlite/database'
import type { CartRecord } from '../../cart/cart-store.ts'
import {
  shopperVersionOf,
  withLines,
  withoutPurchased,
  withoutRestored,
  withRestored,
} from '../../cart/cart.ts'
import { cartEvents, purchaseEvent } from '../../events/shop-events.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { soldAtOf } from '../../orders/order/order-state.ts'
import type {
  OrderEffect,
  OrderLine,
  OrderMailKind,
  OrderRecord,
  PurchaseStore,
  TakenStock,
} from '../../orders/order/purchase-store.ts'
import { findReplay, outOfStock } from '../../orders/order/purchase.ts'
import { stockToReturn, takenStockOf } from '../../orders/order/stock.ts'
import { assertWithinLimit, holdsUnpaidStock } from '../../orders/order/unpaid-orders.ts'
import { decideOrder } from '../../orders/work/decide-order.ts'
import type { AddEvents, SqliteCartStore } from './cart-store.ts'
import { createOrderRows } from './order-rows.ts'
import type { SqliteProductStore } from './product-store.ts'

/** Reading so many orders of a hundred lines takes a few milliseconds. */
const LIST_PAGE_SIZE = 20

export type SqlitePurchaseStoreDeps = {
  database: Database
  carts: SqliteCartStore
  products: SqliteProductStore
  /** Adds a mail to the outbox. It is called inside the write of the order. */
  queueMail: (order: OrderRecord, kind: OrderMailKind, refundId?: string) => void
  addEvents?: AddEvents
  now: () => Date
}

export function createSqlitePurchaseStore(deps: SqlitePurchaseStoreDeps): PurchaseStore {
  const { database, carts, products, queueMail, addEvents = () => {}, now } = deps
  const orders = createOrderRows(database)
  const documents = prepareDocumentWrites(database)

  function takeStock(lines: readonly OrderLine[]) {
    for (const line of lines) {
      const stock = products.takeStock(line.productId, line.quantity)
      if (!stock.taken) throw outOfStock(line, stock.available)
    }
  }

  /** Takes the stock of an order that was stored without any. A removed product counts as sold out. */
  function takeStockAgain(order: OrderRecord): OrderRecord {
    const { knownIds, countedIds } = products.readPurchasedProducts(
      order.lines.map(({ productId }) => productId),
    )
    for (const line of order.lines) if (!knownIds.has(line.productId)) throw outOfStock(line, 0)
    takeStock(order.lines.filter(({ productId }) => countedIds.has(productId)))
    return { ...order, taken: takenStockOf(order.lines, countedIds) }
  }

  function removeCartLines({ userId, purchaseId, lines }: OrderRecord): ShopEvent[] {
    const before = carts.read(userId)
    const after = withLines(before, withoutPurchased(before.lines, lines), now())
    carts.save(after)
    // A repeated keyless request finds the cart with this version (see `findReplay`).
    orders.setCartVersionAfter(purchaseId, shopperVersionOf(after))
    return cartEvents(before.lines, after)
  }

  /** Puts the order's items back into the cart, and returns the order with what was put back. */
  function restoreCartLines(order: OrderRecord): OrderRecord {
    const { publishedProducts } = products.readPurchasedProducts(
      order.lines.map(({ productId }) => productId),
    )
    const before = carts.read(order.userId)
    const { cart, restored } = withRestored(before, order.lines, publishedProducts, now())
    if (restored.length > 0) saveCart(before, cart)
    return { ...order, restored }
  }

  function saveCart(before: CartRecord, after: CartRecord) {
    carts.save(after)
    addEvents(cartEvents(before.lines, after))
  }

  function returnStock(stock: readonly TakenStock[]) {
    const { countedIds } = products.readPurchasedProducts(stock.map(({ productId }) => productId))
    for (const { productId, quantity } of stockToReturn(stock, countedIds))
      products.returnStock(productId, quantity)
  }

  function applyEffects(order: OrderRecord, effects: readonly OrderEffect[]) {
    const events: ShopEvent[] = []
    for (const effect of effects) {
      if (effect.kind === 'removeCartLines') events.push(...removeCartLines(order))
      else if (effect.kind === 'removeRestoredLines') {
        const cart = carts.read(order.userId)
        saveCart(cart, withoutRestored(cart, effect.restored, now()))
      } else if (effect.kind === 'recordSales') products.recordSales(order.lines, soldAtOf(order) ?? now())
      else if (effect.kind === 'subtractSales') products.subtractSales(order.lines, soldAtOf(order) ?? now())
      else if (effect.kind === 'endKeylessAttempt') orders.endKeylessAttempt(order.purchaseId)
      else if (effect.kind === 'queueMail') queueMail(order, effect.mail, effect.refundId)
      else if (effect.kind === 'publishPurchase') events.push(purchaseEvent(order))
      else if (effect.kind === 'returnStock') returnStock(effect.stock)
      else if (effect.kind === 'useReference') orders.useReference(effect.reference, order.purchaseId)
      else if (effect.kind === 'log') documents.write(logWrites(effect.entry))
      else if (effect.kind === 'countUnpaid') {
        for (const limit of effect.limits) {
          assertWithinLimit(order, orders.listByBuyerKey(limit.buyerKey), limit, false)
          orders.addBuyerKey(limit.buyerKey, order.purchaseId)
        }
      }
    }
    addEvents(events)
  }

  return {
    begin(request) {
      const { attempt, productIds, listedUnder = [] } = request
      return database.write(() => {
        const cart = carts.read(attempt.userId)
        const replayedId = findReplay(attempt, cart, orders.findAttempt(attempt), now())
        const replayedOrder = replayedId === null ? null : orders.find(replayedId)
        if (replayedOrder) return { order: replayedOrder, replayed: true }

        const { publishedProducts, countedIds } = products.readPurchasedProducts(productIds)
        const { order, linesToTake, effects, countedUnder, cartVersionBefore } = decideOrder(request, {
          cart,
          products: publishedProducts,
          countedIds,
          listedUnder: (buyerKey) => orders.listByBuyerKey(buyerKey),
        })
        takeStock(linesToTake)
        orders.add(order, {
          attemptUserId: attempt.userId,
          attemptKey: attempt.key ?? null,
          fingerprint: attempt.fingerprint,
          // Only keyless attempts are recognised by the version of the cart.
          cartVersionBefore: attempt.key === undefined ? cartVersionBefore : null,
        })
        for (const key of [...countedUnder, ...listedUnder]) orders.addBuyerKey(key, order.purchaseId)
        applyEffects(order, effects)
        return { order, replayed: false }
      })
    },
    update(purchaseId, transition) {
      return database.write(() => {
        const before = orders.find(purchaseId)
        if (!before) return null
        const { order: changed, effects } = transition(before)
        const isUnchanged = changed === before
        if (isUnchanged) return before
        if (changed === null) {
          applyEffects(before, effects)
          orders.remove(before)
          return null
        }
        const has = (name: OrderEffect['kind']) => effects.some(({ kind }) => kind === name)
        const supplied = has('takeStock') ? takeStockAgain(changed) : changed
        const after = has('restoreCartLines') ? restoreCartLines(supplied) : supplied
        orders.update(before, after)
        const heldUnpaidStock = holdsUnpaidStock(before)
        const holdsUnpaidStockNow = holdsUnpaidStock(after)
        // An order leaves the lists of its buyer keys when it no longer holds unpaid stock. Only
        // the list of a guest's e-mail address keeps the order, because that list must have all
        // orders of the guest.
        if (heldUnpaidStock && !holdsUnpaidStockNow) orders.removeBuyerKeysExceptEmail(purchaseId)
        applyEffects(after, effects)
        return after
      })
    },
    async find(purchaseId) {
      return orders.find(purchaseId)
    },
    async list(userId, { limit, before }) {
      return orders.listPage(userId, limit, before)
    },
    async listAll(userId) {
      const all: OrderRecord[] = []
      for (;;) {
        const page = orders.listAll(userId, LIST_PAGE_SIZE, all.at(-1)?.purchaseId)
        all.push(...page)
        if (page.length < LIST_PAGE_SIZE) return all
        // Other requests are handled before the next page is read.
        await setImmediate()
      }
    },
    eraseAll(userId, erase) {
      return database.write(() => {
        const pairs = orders.listAll(userId).map((before) => ({ before, after: erase(before) }))
        for (const { before, after } of pairs) {
          orders.erase(before, after)
          // The caller removes the key of the e-mail address with `unlistByBuyerKey`.
          orders.removeBuyerKeysExceptEmail(before.purchaseId)
        }
        return pairs.length
      })
    },
    async listByBuyerKey(buyerKey) {
      return orders.listByBuyerKey(buyerKey)
    },
    unlistByBuyerKey(buyerKey, purchaseId) {
      return database.write(() => orders.removeBuyerKey(buyerKey, purchaseId))
    },
    async listOpen(until) {
      return orders.listOpen(until)
    },
  }
}
