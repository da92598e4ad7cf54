import { hash } from 'node:crypto'
import type { ServerCart } from '@nashta/contracts/cart/cart'
import type { CartItemInput, MergeCart } from '@nashta/contracts/cart/cart-input'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { ProductRecord, ProductStore } from '../catalogue/product-store.ts'
import type { CartRecord, CartStore, CartUpdate } from './cart-store.ts'
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

/** What every request to change a cart carries; `ifVersion` is the version that the client saw. */
export type CartRequest = {
  userId: string
  idempotencyKey?: string | undefined
  ifVersion?: number | undefined
}

export type ChangedCart = { cart: ServerCart; replayed: boolean }

export async function readCart(deps: CartDeps, userId: string): Promise<ServerCart> {
  return priceCart(deps, await deps.carts.find(userId))
}

export async function addToCart(
  deps: CartDeps,
  item: CartItemInput,
  cartRequest: CartRequest,
): Promise<ChangedCart> {
  const product = await findProduct(deps, item.productId)
  return change(deps, cartRequest, ['add', item], (lines) => withItem(lines, product, item.quantity))
}

export async function setQuantity(
  deps: CartDeps,
  itemId: string,
  quantity: number,
  cartRequest: CartRequest,
) {
  return change(deps, cartRequest, ['set', itemId, quantity], (lines) =>
    withQuantity(lines, itemId, quantity),
  )
}

export async function removeFromCart(deps: CartDeps, itemId: string, cartRequest: CartRequest) {
  return change(deps, cartRequest, ['remove', itemId], (lines) => withoutItem(lines, itemId))
}

export async function clearCart(deps: CartDeps, cartRequest: CartRequest) {
  return change(deps, cartRequest, ['clear'], () => [])
}

export async function replaceCart(deps: CartDeps, items: readonly CartItemInput[], cartRequest: CartRequest) {
  const products = await productsById(
    deps,
    items.map(({ productId }) => productId),
  )
  const missing = items.find(({ productId }) => !products.has(productId))
  if (missing) throw productNotFound()
  return change(deps, cartRequest, ['replace', items], () => replacedBy(items, products))
}

export async function mergeCart(deps: CartDeps, { mergeId, delta }: MergeCart, cartRequest: CartRequest) {
  const products = await productsById(
    deps,
    delta.map(({ productId }) => productId),
  )
  // The merge id identifies a merge, whatever key the request carries.
  const idempotencyKey = `merge:${mergeId}`
  return change(deps, { ...cartRequest, idempotencyKey }, ['merge', delta], (lines) =>
    mergedWith(lines, delta, products),
  )
}

async function change(
  deps: CartDeps,
  { userId, idempotencyKey, ifVersion }: CartRequest,
  description: unknown[],
  apply: CartUpdate['apply'],
): Promise<ChangedCart> {
  const operation =
    idempotencyKey === undefined
      ? undefined
      : { key: idempotencyKey, fingerprint: fingerprintOf(description) }
  const { cart, replayed } = await deps.carts.update(userId, { apply, ifVersion, operation })
  return { cart: await priceCart(deps, cart), replayed }
}

async function priceCart(deps: CartDeps, record: CartRecord): Promise<ServerCart> {
  const products = await productsById(
    deps,
    record.lines.map(({ productId }) => productId),
  )
  return toServerCart(record, products)
}

async function findProduct({ products }: CartDeps, productId: string): Promise<ProductRecord> {
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

/** Most descriptions are shorter than their hash would be. */
function fingerprintOf(description: unknown[]) {
  const text = JSON.stringify(description)
  return text.length <= FINGERPRINT_MAX_LENGTH ? text : hash('sha256', text, 'base64url')
}
