import { hash } from 'node:crypto'
import type { ServerCart } from '@nashta/contracts/cart/cart'
import type { CartItemInput, MergeCart } from '@nashta/contracts/cart/cart-input'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { ProductRecord, ProductStore } from '../catalogue/product-store.ts'
import type { CartChange, CartRecord, CartStore } from './cart-store.ts'
import {
  mergedWith,
  type ProductsById,
  replacedBy,
  toServerCart,
  withItem,
  withoutItem,
  withQuantity,
} from './cart.ts'

const FINGERPRINT_MAX_LENGTH = 100

export type CartDeps = { carts: CartStore; products: ProductStore }

/** What a client says beside the change itself: a key that makes it safe to repeat, the version it saw. */
export type Circumstances = {
  userId: string
  operationKey?: string | undefined
  ifVersion?: number | undefined
}

export type ChangedCart = { cart: ServerCart; replayed: boolean }

export async function readCart(deps: CartDeps, userId: string): Promise<ServerCart> {
  return priced(deps, await deps.carts.find(userId))
}

export async function addToCart(
  deps: CartDeps,
  item: CartItemInput,
  circumstances: Circumstances,
): Promise<ChangedCart> {
  const product = await knownProduct(deps, item.productId)
  return change(deps, circumstances, ['add', item], (lines) => withItem(lines, product, item.quantity))
}

export async function setQuantity(
  deps: CartDeps,
  itemId: string,
  quantity: number,
  circumstances: Circumstances,
) {
  return change(deps, circumstances, ['set', itemId, quantity], (lines) =>
    withQuantity(lines, itemId, quantity),
  )
}

export async function removeFromCart(deps: CartDeps, itemId: string, circumstances: Circumstances) {
  return change(deps, circumstances, ['remove', itemId], (lines) => withoutItem(lines, itemId))
}

export async function clearCart(deps: CartDeps, circumstances: Circumstances) {
  return change(deps, circumstances, ['clear'], () => [])
}

export async function replaceCart(
  deps: CartDeps,
  items: readonly CartItemInput[],
  circumstances: Circumstances,
) {
  const products = await productsById(
    deps,
    items.map(({ productId }) => productId),
  )
  const missing = items.find(({ productId }) => !products.has(productId))
  if (missing) throw productNotFound()
  return change(deps, circumstances, ['replace', items], () => replacedBy(items, products))
}

export async function mergeCart(deps: CartDeps, { mergeId, delta }: MergeCart, circumstances: Circumstances) {
  const products = await productsById(
    deps,
    delta.map(({ productId }) => productId),
  )
  // A merge is the same merge however often it is sent, whatever else the request carries.
  const operationKey = `merge:${mergeId}`
  return change(deps, { ...circumstances, operationKey }, ['merge', delta], (lines) =>
    mergedWith(lines, delta, products),
  )
}

async function change(
  deps: CartDeps,
  { userId, operationKey, ifVersion }: Circumstances,
  meaning: unknown[],
  apply: CartChange['apply'],
): Promise<ChangedCart> {
  const operation =
    operationKey === undefined ? undefined : { key: operationKey, fingerprint: fingerprintOf(meaning) }
  const { cart, replayed } = await deps.carts.change(userId, { apply, ifVersion, operation })
  return { cart: await priced(deps, cart), replayed }
}

/** A cart that was read again is the same record; it costs the same until a product changes. */
const lastPriced = new WeakMap<CartRecord, { latestChange: string; cart: ServerCart }>()

async function priced(deps: CartDeps, record: CartRecord): Promise<ServerCart> {
  const latestChange = deps.products.latestChange().any
  const last = lastPriced.get(record)
  if (last?.latestChange === latestChange) return last.cart

  const products = await productsById(
    deps,
    record.lines.map(({ productId }) => productId),
  )
  const cart = toServerCart(record, products)
  lastPriced.set(record, { latestChange, cart })
  return cart
}

async function knownProduct({ products }: CartDeps, productId: string): Promise<ProductRecord> {
  const product = await products.find(productId)
  if (!product) throw productNotFound()
  return product
}

async function productsById({ products }: CartDeps, ids: readonly string[]): Promise<ProductsById> {
  if (ids.length === 0) return new Map()
  return new Map((await products.findMany(ids)).map((product) => [product.products_id, product]))
}

function productNotFound() {
  return new ServiceError('PRODUCT_NOT_FOUND', 'There is no such product')
}

/** Most changes are shorter than their hash would be. */
function fingerprintOf(meaning: unknown[]) {
  const text = JSON.stringify(meaning)
  return text.length <= FINGERPRINT_MAX_LENGTH ? text : hash('sha256', text, 'base64url')
}
