import { setImmediate } from 'node:timers/promises'
import { prepareDocumentWrites } from '@nashta/documents/sqlite-documents'
import type { Database } from '@nashta/sqlite/database'
import { type Batch, type BatchBook } from '../../catalogue/batches/batch-book.ts'
import { bookKey, usedUpKeys } from '../../catalogue/batches/book-documents.ts'
import { customerUsesKey, usesPk } from '../../offers/offer-uses.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { cashSumsPk, owedPk } from '../../orders/order/cash-owed.ts'
import type {
  OrderEffect,
  OrderMail,
  OrderRecord,
  PurchaseStore,
  ReturnedStock,
} from '../../orders/order/purchase-store.ts'
import { findReplay, outOfStock } from '../../orders/order/purchase.ts'
import { stockToReturn } from '../../orders/order/stock.ts'
import { holdsUnpaidStock } from '../../orders/order/unpaid-orders.ts'
import { countPersons, figuresKey } from '../../orders/persons/person-figures.ts'
import { type DecidedEffects, decideEffects } from '../../orders/work/decide-effects.ts'
import { decideOrder } from '../../orders/work/decide-order.ts'
import { batchesGivenBack } from '../../orders/work/order-batches.ts'
import { countedLines, type Taking, takingOf, withTaken } from '../../orders/work/take-units.ts'
import type { AddEvents, SqliteCartStore } from './cart-store.ts'
import { createOrderRows } from './order-rows.ts'
import type { SqliteProductStore } from './product-store.ts'

/** Reading a page of orders with a hundred lines each takes a few milliseconds. */
const LIST_PAGE_SIZE = 20

export type SqlitePurchaseStoreDeps = {
  database: Database
  carts: SqliteCartStore
  products: SqliteProductStore
  /** Adds a mail to the outbox. It is called inside the write of the order. */
  queueMail: (order: OrderRecord, mail: OrderMail) => void
  addEvents?: AddEvents
  now: () => Date
}

export function createSqlitePurchaseStore(deps: SqlitePurchaseStoreDeps): PurchaseStore {
  const { database, carts, products, queueMail, addEvents = () => {}, now } = deps
  const orders = createOrderRows(database)
  const documents = prepareDocumentWrites(database)

  function takeStock(orderId: string, { lines, kind }: Taking) {
    const cause = { kind, orderId, at: now().toISOString() }
    for (const line of lines) {
      const stock = products.takeStock(line.productId, line.quantity, cause)
      if (!stock.taken) throw outOfStock(line, stock.available)
    }
  }

  function takeForStoredOrder(order: OrderRecord, { lines, kind }: Taking): OrderRecord {
    const known = products.readPurchasedProducts(lines.map(({ productId }) => productId))
    const counted = countedLines(lines, known)
    takeStock(order.purchaseId, { lines: counted, kind })
    return withTaken(order, counted)
  }

  function returnStock(orderId: string, { stock, because }: ReturnedStock) {
    const cause = { kind: because, orderId, at: now().toISOString() }
    const { countedIds } = products.readPurchasedProducts(stock.map(({ productId }) => productId))
    for (const { productId, quantity } of stockToReturn(stock, countedIds))
      products.returnStock(productId, quantity, cause)
  }

  function decide(order: OrderRecord, effects: readonly OrderEffect[]): DecidedEffects {
    return decideEffects(order, effects, {
      cart: () => carts.read(order.userId),
      publishedProducts: () =>
        products.readPurchasedProducts(order.lines.map(({ productId }) => productId)).publishedProducts,
      ordersUnder: (buyerKey) => orders.listByBuyerKey(buyerKey),
      offerUses: ({ offerId, customer }) => ({
        shards: documents.listByKey(usesPk(offerId)),
        customer: customer === undefined ? null : documents.get(customerUsesKey(customer, offerId)),
      }),
      cash: () => ({
        ofOrder: documents.listByKey(owedPk(order.purchaseId)),
        sums: documents.listByKey(cashSumsPk(order.purchaseId)),
      }),
      batches: (productId) => {
        const book = documents.get<BatchBook>(bookKey(productId))
        const keys = book ? usedUpKeys(book.body, batchesGivenBack(effects, productId)) : []
        const usedUp = keys.map((key) => documents.get<Batch>(key))
        return { book, usedUp, stock: products.stockLeft(productId) }
      },
      now: now(),
    })
  }

  /** The callers write the order's row, the units that it takes and the version of its cart. */
  function writeEffects(decided: DecidedEffects) {
    const { order, cart, soldAt, correctedSales } = decided
    const { purchaseId, lines } = order
    if (cart) carts.save(cart)
    if (soldAt) products.changeSales(lines, soldAt)
    if (correctedSales) products.changeSales(correctedSales.sold, correctedSales.at)
    if (decided.returnedStock) returnStock(purchaseId, decided.returnedStock)
    for (const reference of decided.references) orders.useReference(reference, purchaseId)
    if (decided.endsKeylessAttempt) orders.endKeylessAttempt(purchaseId)
    for (const buyerKey of decided.countedUnder) orders.addBuyerKey(buyerKey, purchaseId)
    for (const mail of decided.mails) queueMail(order, mail)
    for (const entry of decided.logEntries) documents.write(logWrites(entry))
    documents.write(decided.documents)
    addEvents(decided.events)
  }

  function countForPersons(before: OrderRecord | null, after: OrderRecord | null) {
    documents.write(countPersons(before, after, (personId) => documents.get(figuresKey(personId))))
  }

  return {
    begin(request) {
      const { attempt, productIds, lastingBuyerKeys = [] } = request
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
          ordersUnder: (buyerKey) => orders.listByBuyerKey(buyerKey),
        })
        takeStock(order.purchaseId, { lines: linesToTake, kind: 'order' })
        const decided = decide(order, effects)
        const isKeyless = attempt.key === undefined
        orders.add(decided.order, {
          attemptUserId: attempt.userId,
          attemptKey: attempt.key ?? null,
          fingerprint: attempt.fingerprint,
          // Only keyless attempts are recognised by the versions of the cart.
          cartVersionBefore: isKeyless ? cartVersionBefore : null,
          cartVersionAfter: isKeyless ? decided.cartVersionAfter : null,
        })
        for (const key of [...countedUnder, ...lastingBuyerKeys]) orders.addBuyerKey(key, order.purchaseId)
        writeEffects(decided)
        countForPersons(null, decided.order)
        return { order: decided.order, replayed: false }
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
          writeEffects(decide(before, effects))
          orders.remove(before)
          countForPersons(before, null)
          return null
        }
        const decided = decide(changed, effects)
        const taking = takingOf(decided.order, effects)
        const after = taking ? takeForStoredOrder(decided.order, taking) : decided.order
        orders.update(before, after, decided.cartVersionAfter)
        const heldUnpaidStock = holdsUnpaidStock(before)
        const holdsUnpaidStockNow = holdsUnpaidStock(after)
        // An order leaves the lists of its buyer keys when it no longer holds unpaid stock. Only
        // the list of a guest's e-mail address keeps the order, because that list must have all
        // orders of the guest.
        if (heldUnpaidStock && !holdsUnpaidStockNow) orders.removeBuyerKeysExceptEmail(purchaseId)
        writeEffects({ ...decided, order: after })
        countForPersons(before, after)
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
          countForPersons(before, after)
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
