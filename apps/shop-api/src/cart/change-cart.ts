import { hash } from 'node:crypto'
import type { ServerCart } from '@nashta/contracts/cart/cart'
import type { CartItemInput, MergeCartBody } from '@nashta/contracts/cart/cart-input'
import { removeItem } from '@nashta/contracts/cart/cart-rules'
import { productNotFound, type ProductStore } from '../catalogue/product-store.ts'
import type { CartRecord, CartStore, CartUpdate } from './cart-store.ts'
import { linesFor, type ProductsById, toServerCart, withItem, withMerged, withQuantity } from './cart.ts'

const FINGERPRINT_MAX_LENGTH = 100

export type CartDeps = { carts: CartStore; products: ProductStore }

/**
 * The fields that all requests to change a cart share. `seen` is the version that the client
 * saw.
 */
export type CartRequest = {
  userId: string
  idempotencyKey?: string | undefined
  seen?: number | undefined
}

export type ChangedCart = { cart: ServerCart; replayed: boolean }

export async function readCart(deps: CartDeps, userId: string): Promise<ServerCart> {
  return loadServerCart(deps, await deps.carts.find(userId))
}

export async function addToCart(
  deps: CartDeps,
  item: CartItemInput,
  cartRequest: CartRequest,
): Promise<ChangedCart> {
  const product = await deps.products.find(item.productId)
  return changeCart(deps, cartRequest, ['add', item], (lines) => {
    // A repeated request never gets here: it gets its replay even if the product was removed.
    if (!product) throw productNotFound()
    return withItem(lines, product, item.quantity)
  })
}

export async function setQuantity(
  deps: CartDeps,
  itemId: string,
  quantity: number,
  cartRequest: CartRequest,
) {
  return changeCart(deps, cartRequest, ['set', itemId, quantity], (lines) =>
    withQuantity(lines, itemId, quantity),
  )
}

export async function removeFromCart(deps: CartDeps, itemId: string, cartRequest: CartRequest) {
  return changeCart(deps, cartRequest, ['remove', itemId], (lines) => removeItem(lines, itemId))
}

export async function clearCart(deps: CartDeps, cartRequest: CartRequest) {
  return changeCart(deps, cartRequest, ['clear'], () => [])
}

export async function replaceCart(deps: CartDeps, items: readonly CartItemInput[], cartRequest: CartRequest) {
  const products = await productsOf(deps, items)
  return changeCart(deps, cartRequest, ['replace', items], () => {
    if (items.some(({ productId }) => !products.has(productId))) throw productNotFound()
    return linesFor(items, products)
  })
}

export async function mergeCart(deps: CartDeps, { mergeId, delta }: MergeCartBody, cartRequest: CartRequest) {
  const products = await productsOf(deps, delta)
  // The merge id identifies a merge. An idempotency key in the request is ignored.
  const idempotencyKey = `merge:${mergeId}`
  return changeCart(deps, { ...cartRequest, idempotencyKey }, ['merge', delta], (lines) =>
    withMerged(lines, delta, products),
  )
}

async function changeCart(
  deps: CartDeps,
  { userId, idempotencyKey, seen }: CartRequest,
  /** Describes the change for its fingerprint, e.g. `['set', 'masala-chips', 3]`. */
  description: unknown[],
  apply: CartUpdate['apply'],
): Promise<ChangedCart> {
  const operation =
    idempotencyKey === undefined
      ? undefined
      : { key: idempotencyKey, fingerprint: fingerprintOf(description) }
  const { cart, replayed } = await deps.carts.update(userId, { apply, seen, operation })
  return { cart: await loadServerCart(deps, cart), replayed }
}

/** Loads the current products of the cart, with their prices. */
async function loadServerCart(deps: CartDeps, record: CartRecord): Promise<ServerCart> {
  return toServerCart(record, await productsOf(deps, record.lines))
}

async function productsOf(
  { products }: CartDeps,
  items: readonly { productId: string }[],
): Promise<ProductsById> {
  if (items.length === 0) return new Map()
  const found = await products.findMany(items.map(({ productId }) => productId))
  return new Map(found.map((product) => [product.products_id, product]))
}

/** The JSON of a short description. A long one is hashed, to take less storage. */
function fingerprintOf(description: unknown[]) {
  const text = JSON.stringify(description)
  return text.length <= FINGERPRINT_MAX_LENGTH ? text : hash('sha256', text, 'base64url')
}
