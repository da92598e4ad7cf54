import { readItems } from '@nashta/dynamodb/read-items'
import { transact, TRANSACTION_ITEMS_MAX, type TransactItem } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import { isPublished } from '../../catalogue/product.ts'
import type {
  OrderRecord,
  PurchaseRequest,
  PurchaseStore,
  SoldProduct,
} from '../../purchases/purchase-store.ts'
import { findReplay, outOfStock } from '../../purchases/purchase.ts'
import { stockToTake } from '../../purchases/stock.ts'
import { cartKey, toCart } from './cart-items.ts'
import { catalogueCheck } from './catalogue-item.ts'
import { type PurchaseDeps, writesOfEffects } from './order-effects.ts'
import { newOrderWrites } from './order-items.ts'
import { productKeys } from './product-items.ts'
import { attemptKey, attemptWrite, toAttempt } from './purchase-attempts.ts'
import { stockChangeWrites } from './stock-changes.ts'
import { limitedIdsOf, takeStockWrite, toProductRecords } from './stock.ts'

/** By `products_id`. */
type ProductsById = ReadonlyMap<string, ProductRecord>

/**
 * The price of each product with unlimited stock is checked by its own item of the transaction. An order of more
 * products than this checks the version of the catalogue item instead, in one item.
 */
const SINGLE_CHECKS_MAX = 50

const TOO_MANY_PRODUCTS = 'These are too many different snacks for one order; please order them in two'

/** Everything is written in one transaction, which is refused when a change since the reads affects the order. */
export async function beginPurchase(
  deps: PurchaseDeps,
  { attempt, productIds, draft }: PurchaseRequest,
): ReturnType<PurchaseStore['begin']> {
  const { client, tables, products, orders, now } = deps
  const { userId } = attempt
  // The version is read before the products: if one of them changes in between, the transaction is refused.
  const checkedVersion = productIds.length > SINGLE_CHECKS_MAX ? await products.countChanges() : null
  const resolvedIds = await products.resolveIds(productIds)
  const found = await readItems(client, [
    { table: tables.carts, key: cartKey(userId) },
    { table: tables.purchases, key: attemptKey(attempt) },
    ...productKeys(tables.products, resolvedIds.values()),
  ])
  const cart = toCart(found.get(tables.carts)?.[0], userId, now())
  const storedAttempt = toAttempt(found.get(tables.purchases)?.[0])
  const replayedId = findReplay(attempt, cart.version, storedAttempt, now())
  const replayed = replayedId === null ? null : await orders.findOfShopper(userId, replayedId)
  if (replayed) return { order: replayed.order, replayed: true }

  const records = toProductRecords((found.get(tables.products) ?? []).filter(isPublished))
  const { order: drafted, effects } = draft(soldProducts(resolvedIds, records), cart.lines)
  assertInStock(drafted, records)
  const order = { ...drafted, taken: stockToTake(drafted.lines, limitedIdsOf(records)) }
  const { purchaseId, purchaseDate } = order
  const takenIds = order.taken.map(({ productId }) => productId)
  const { writes, cartVersionAfter } = await writesOfEffects(deps, order, cart, effects)
  const items: TransactItem[] = [
    ...newOrderWrites(tables.purchases, { order, attemptSk: attemptKey(attempt).sk }),
    ...stockAndPriceWrites(deps, order, records, checkedVersion),
    ...stockChangeWrites(tables.purchases, purchaseId, takenIds, now()),
    ...writes,
    attemptWrite(tables.purchases, attempt, storedAttempt, {
      purchaseId,
      createdAt: purchaseDate,
      cartVersionBefore: cart.version,
      cartVersionAfter,
    }),
  ]
  if (items.length > TRANSACTION_ITEMS_MAX) throw new ServiceError('VALIDATION_FAILED', TOO_MANY_PRODUCTS)
  await transact(client, items)
  if (takenIds.length > 0) products.markStale()
  return { order, replayed: false }
}

function soldProducts(resolvedIds: ReadonlyMap<string, string>, records: ProductsById) {
  const sold = new Map<string, SoldProduct>()
  for (const [requestedId, productsId] of resolvedIds) {
    const product = records.get(productsId)
    if (product) sold.set(requestedId, product)
  }
  return sold
}

function assertInStock({ lines }: OrderRecord, records: ProductsById) {
  for (const line of lines) {
    const product = records.get(line.productId)
    const available = product ? (product.stock ?? Number.POSITIVE_INFINITY) : 0
    if (available < line.quantity) throw outOfStock(line, available)
  }
}

function stockAndPriceWrites(
  { tables }: PurchaseDeps,
  { lines }: OrderRecord,
  records: ProductsById,
  checkedVersion: number | null,
): TransactItem[] {
  const writes = lines.flatMap((line) => {
    const product = records.get(line.productId)
    const isCheckedByVersion = checkedVersion !== null && product?.stock === undefined
    return product && !isCheckedByVersion ? takeStockWrite(tables.products, product, line) : []
  })
  return checkedVersion === null ? writes : [...writes, catalogueCheck(tables.purchases, checkedVersion)]
}
