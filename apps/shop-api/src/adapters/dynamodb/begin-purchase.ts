import { readItems } from '@nashta/dynamodb/read-items'
import { transact, TRANSACTION_ITEMS_MAX, type TransactItem } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import { findReplay } from '../../purchases/purchase-attempt.ts'
import type {
  OrderRecord,
  PurchaseRequest,
  PurchaseStore,
  SoldProduct,
} from '../../purchases/purchase-store.ts'
import { outOfStock } from '../../purchases/purchase.ts'
import { cartKey, toCart } from './cart-items.ts'
import { catalogueCheck } from './catalogue-item.ts'
import { type PurchaseDeps, writesOfEffects } from './order-effects.ts'
import { addOrder } from './order-items.ts'
import { attemptKey, putAttempt, toAttempt } from './purchase-attempts.ts'
import { stockChange } from './stock-changes.ts'
import { productsIn, takeStock } from './stock.ts'

type Products = ReadonlyMap<string, ProductRecord>

/** An order of more products than this checks those without counted stock by the catalogue's version, in one item. */
const CHECKED_SINGLY_MAX = 50

/** One batch read and one transaction, which is refused when anything it read has changed in between. */
export async function beginPurchase(
  deps: PurchaseDeps,
  { attempt, productIds, draft }: PurchaseRequest,
): ReturnType<PurchaseStore['begin']> {
  const { client, tables, products, orders, now } = deps
  const { userId } = attempt
  // Read before the products: their prices are those of this version, or of a later one that refuses the transaction.
  const version = productIds.length > CHECKED_SINGLY_MAX ? await products.latestVersion() : null
  const idOf = await products.resolve(productIds)
  const found = await readItems(client, [
    { table: tables.carts, key: cartKey(userId) },
    { table: tables.purchases, key: attemptKey(attempt) },
    ...Array.from(new Set(idOf.values()), (id) => ({ table: tables.products, key: { products_id: id } })),
  ])
  const cart = toCart(found.get(tables.carts)?.[0], userId, now())
  const storedAttempt = toAttempt(found.get(tables.purchases)?.[0])
  const replayedId = findReplay(attempt, cart.version, storedAttempt)
  const replayed = replayedId === null ? null : await orders.findOf(userId, replayedId)
  if (replayed) return { order: replayed.order, replayed: true }

  const catalogue = productsIn(found.get(tables.products) ?? [])
  const { order, effects } = draft(soldProducts(idOf, catalogue))
  assertInStock(order, catalogue)
  const { purchaseId, purchaseDate } = order
  const taken = countedProducts(order, catalogue)
  const { writes, cartVersionAfter } = await writesOfEffects(deps, { order, taken }, cart, effects)
  const items: TransactItem[] = [
    ...addOrder(tables.purchases, { order, taken, attempt: attemptKey(attempt).sk }),
    ...stockWrites(deps, order, catalogue, version),
    ...stockChange(tables.purchases, purchaseId, taken, now()),
    ...writes,
    putAttempt(tables.purchases, attempt, storedAttempt, {
      purchaseId,
      createdAt: purchaseDate,
      cartVersionBefore: cart.version,
      cartVersionAfter,
    }),
  ]
  if (items.length > TRANSACTION_ITEMS_MAX) throw tooManyProducts()
  await transact(client, items)
  if (taken.length > 0) products.markStale()
  return { order, replayed: false }
}

function soldProducts(idOf: ReadonlyMap<string, string>, catalogue: Products) {
  const sold = new Map<string, SoldProduct>()
  for (const [requestedId, productsId] of idOf) {
    const product = catalogue.get(productsId)
    if (!product) continue
    const { products_id, name, imageUrl, category, pricePaise } = product
    sold.set(requestedId, { products_id, name, imageUrl, category, pricePaise })
  }
  return sold
}

function assertInStock({ lines }: OrderRecord, catalogue: Products) {
  for (const line of lines) {
    const product = catalogue.get(line.productId)
    const available = product ? (product.stock ?? Number.POSITIVE_INFINITY) : 0
    if (available < line.quantity) throw outOfStock(line, available)
  }
}

function countedProducts({ lines }: OrderRecord, catalogue: Products) {
  return lines
    .map(({ productId }) => productId)
    .filter((productId) => catalogue.get(productId)?.stock !== undefined)
}

function stockWrites(
  { tables }: PurchaseDeps,
  { lines }: OrderRecord,
  catalogue: Products,
  version: number | null,
): TransactItem[] {
  const writes = lines.flatMap((line) => {
    const product = catalogue.get(line.productId)
    if (!product || (version !== null && product.stock === undefined)) return []
    return takeStock(tables.products, product, line)
  })
  return version === null ? writes : [...writes, catalogueCheck(tables.purchases, version)]
}

function tooManyProducts() {
  return new ServiceError(
    'VALIDATION_FAILED',
    'These are too many different snacks for one order; please order them in two',
  )
}
