import { readItems } from '@nashta/dynamodb/read-items'
import { transact, TRANSACTION_ITEMS_MAX, type TransactItem } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import type { Attempt, OrderRecord, PurchaseStore, SoldProduct } from '../../purchases/purchase-store.ts'
import { outOfStock } from '../../purchases/purchase.ts'
import { cartKey, toCart } from './cart-items.ts'
import { catalogueCheck } from './catalogue-item.ts'
import { leaveCart, sell } from './order-effects.ts'
import { addOrder } from './order-items.ts'
import { attemptKey, orderOfAttempt, rememberAttempt } from './purchase-attempts.ts'
import type { PurchaseDeps } from './purchase-deps.ts'
import { outcomeOfDraft } from './settlement.ts'
import { stockChange } from './stock-changes.ts'
import { productsIn, takeStock } from './stock.ts'

type Begun = Awaited<ReturnType<PurchaseStore['begin']>>
type Products = ReadonlyMap<string, ProductRecord>

/** Of more products than this, those without a stock to take are checked all in one, by the catalogue's version. */
const CHECKED_SINGLY_MAX = 50

/** One read of everything it stands on, one transaction; refused when any of it has changed in between. */
export async function beginPurchase(deps: PurchaseDeps, attempt: Attempt): Promise<Begun> {
  const { client, tables, products, orders, booked, now } = deps
  const { userId, key } = attempt
  // Before the products are read: their prices are those of this version, or of a later one that refuses.
  const version = attempt.productIds.length > CHECKED_SINGLY_MAX ? await products.latestVersion() : null
  const idOf = await products.resolve(attempt.productIds)
  const found = await readItems(client, [
    { table: tables.carts, key: cartKey(userId) },
    { table: tables.purchases, key: attemptKey(attempt) },
    ...Array.from(new Set(idOf.values()), (id) => ({ table: tables.products, key: { products_id: id } })),
  ])
  const cart = toCart(found.get(tables.carts)?.[0], userId, now)
  const known = found.get(tables.purchases)?.[0]
  const knownId = orderOfAttempt(attempt, cart.version, known)
  const knownOrder = knownId === null ? null : await orders.findOf(userId, knownId)
  if (knownOrder) return { kind: 'known', order: knownOrder.order }

  const catalogue = productsIn(found.get(tables.products) ?? [])
  const drafted = attempt.draft(soldProducts(idOf, catalogue))
  assertInStock(drafted, catalogue)
  const { order, ...effects } = outcomeOfDraft(drafted, attempt.charge)
  if (!order) return { kind: 'new', order: drafted }

  const { purchaseId, purchaseDate } = order
  const left = effects.leavesCart ? leaveCart(deps, cart, order) : null
  const taken = effects.givesStockBack ? [] : limited(order, catalogue)
  // A declined attempt without a key may be made again just as it was.
  const isRemembered = order.state !== 'declined' || key !== undefined
  const items: TransactItem[] = [
    ...addOrder(tables.purchases, { order, taken, attempt: attemptKey(attempt).sk }),
    ...(effects.givesStockBack ? [] : take(deps, order, catalogue, version)),
    ...stockChange(tables.purchases, purchaseId, taken, now()),
    ...(left ? left.writes : []),
    ...(effects.isSold ? sell(deps, order) : []),
    ...booked(purchaseId),
  ]
  if (isRemembered) {
    const versions = {
      cartVersionBefore: cart.version,
      ...(left && { cartVersionAfter: left.after.version }),
    }
    const led = { purchaseId, createdAt: purchaseDate, ...versions }
    items.push(rememberAttempt(tables.purchases, attempt, known, led))
  }
  if (items.length > TRANSACTION_ITEMS_MAX) throw tooManyAtOnce()
  await transact(client, items)
  orders.belongs(order)
  if (taken.length > 0) products.markStale()
  return { kind: 'new', order }
}

function soldProducts(idOf: ReadonlyMap<string, string>, catalogue: Products) {
  const sold = new Map<string, SoldProduct>()
  for (const [asked, productsId] of idOf) {
    const product = catalogue.get(productsId)
    if (!product) continue
    const { products_id, name, imageUrl, category, pricePaise } = product
    sold.set(asked, { products_id, name, imageUrl, category, pricePaise })
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

function limited({ lines }: OrderRecord, catalogue: Products) {
  return lines
    .map(({ productId }) => productId)
    .filter((productId) => catalogue.get(productId)?.stock !== undefined)
}

function take(
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

function tooManyAtOnce() {
  return new ServiceError(
    'VALIDATION_FAILED',
    'These are too many different snacks for one order; please order them in two',
  )
}
