import type { CartItem, ServerCart } from '@nashta/contracts/cart/cart'
import type { CartItemInput, MergeCartBody } from '@nashta/contracts/cart/cart-input'
import { mergeLines } from '@nashta/contracts/cart/cart-merge'
import {
  addItem,
  type CartChangeResult,
  type CartProduct,
  cartItemOf,
  cartTotals,
  setItemQuantity,
} from '@nashta/contracts/cart/cart-rules'
import { CART_FULL } from '@nashta/contracts/cart/cart-texts'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { paiseToRupees } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ProductRecord } from '../catalogue/product-store.ts'
import type { CartLineRecord, CartRecord, CartUpdate, UpdatedCart } from './cart-store.ts'

type Lines = readonly CartLineRecord[]
/** Units of one product in a cart. */
type CartUnits = Pick<CartLineRecord, 'productId' | 'quantity'>
export type ProductsById = ReadonlyMap<string, ProductRecord>

export function lineOf(product: ProductRecord, quantity: number): CartLineRecord {
  const { products_id, pricePaise, imageUrl, category } = product
  return { productId: products_id, quantity, name: lineName(product), pricePaise, imageUrl, category }
}

export function withItem(lines: Lines, product: ProductRecord, quantity: number): Lines {
  return linesOrThrow(addItem(lines, lineOf(product, quantity)))
}

export function withQuantity(lines: Lines, productId: string, quantity: number): Lines {
  return linesOrThrow(setItemQuantity(lines, productId, quantity))
}

/**
 * Makes cart lines of the items. Items of one product become one line. An item is left out if
 * `products` does not contain its product.
 */
export function linesFor(items: readonly CartItemInput[], products: ProductsById): Lines {
  return items.reduce<Lines>((lines, { productId, quantity }) => {
    const product = products.get(productId)
    return product ? withItem(lines, product, quantity) : lines
  }, [])
}

/**
 * Adds the quantities of the delta to the lines, by the same rules as the browser. A negative
 * quantity is subtracted. A product that has left the catalogue is not added.
 */
export function withMerged(lines: Lines, delta: MergeCartBody['delta'], products: ProductsById): Lines {
  const merged = mergeLines(lines, delta, (productId, quantity) => {
    const product = products.get(productId)
    return product ? lineOf(product, quantity) : null
  })
  if (merged.length > CART_LINES_MAX) throw new ServiceError('VALIDATION_FAILED', CART_FULL)
  return merged
}

/** Removes the bought quantities. Units that were added after the order was sent stay. */
export function withoutPurchased(lines: Lines, bought: readonly CartUnits[]): Lines {
  const quantities = new Map(bought.map(({ productId, quantity }) => [productId, quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (quantities.get(line.productId) ?? 0) }))
    .filter((line) => line.quantity > 0)
}

/**
 * Puts the lines of an order that ended unpaid back into the cart, as far as the limits of a cart
 * allow. Products that are not for sale are left out. `restored` has the quantities that were put
 * back.
 */
export function withRestored(
  cart: CartRecord,
  ordered: Lines,
  products: ReadonlyMap<string, unknown>,
  now: Date,
): { cart: CartRecord; restored: CartUnits[] } {
  const lines = new Map(cart.lines.map((line) => [line.productId, line]))
  const restored: CartUnits[] = []
  for (const line of ordered) {
    const { productId } = line
    const present = lines.get(productId)
    const isFull = !present && lines.size >= CART_LINES_MAX
    const before = present?.quantity ?? 0
    const quantity = Math.min(line.quantity, LINE_QUANTITY_MAX - before)
    if (isFull || quantity <= 0 || !products.has(productId)) continue
    lines.set(productId, { ...(present ?? line), quantity: before + quantity })
    restored.push({ productId, quantity })
  }
  if (restored.length === 0) return { cart, restored }
  return { cart: withAutomaticUpdate(cart, [...lines.values()], now), restored }
}

/** Takes units that `withRestored` put back out of the cart again. */
export function withoutRestored(cart: CartRecord, restored: readonly CartUnits[], now: Date): CartRecord {
  return withAutomaticUpdate(cart, withoutPurchased(cart.lines, restored), now)
}

function withAutomaticUpdate(cart: CartRecord, lines: Lines, now: Date): CartRecord {
  return { ...withLines(cart, lines, now), automaticUpdates: cart.automaticUpdates + 1 }
}

/** Counts the updates that the shopper or an order of the shopper made. */
export function shopperVersionOf({ version, automaticUpdates }: CartRecord) {
  return version - automaticUpdates
}

/** Clients may repeat an operation for a day. It is stored longer, so the last retry finds it. */
const OPERATION_LIFETIME_MS = 48 * 60 * 60 * 1000

export function operationExpiry(storedAt: Date) {
  return new Date(storedAt.getTime() + OPERATION_LIFETIME_MS)
}

/** Operations that were stored before this time have expired. */
export function operationCutoff(now: Date) {
  return new Date(now.getTime() - OPERATION_LIFETIME_MS)
}

export function emptyCart(userId: string, now: Date): CartRecord {
  const createdAt = now.toISOString()
  return { userId, lines: [], version: 0, automaticUpdates: 0, createdAt, updatedAt: createdAt }
}

/** The cart with new lines, at its next version. */
export function withLines(cart: CartRecord, lines: readonly CartLineRecord[], now: Date): CartRecord {
  return { ...cart, lines, version: cart.version + 1, updatedAt: now.toISOString() }
}

/**
 * Returns the cart after an update. `storedFingerprint` is the fingerprint that is stored for the
 * key of `operation`; undefined when the key is new.
 */
export function applyUpdate(
  cart: CartRecord,
  { apply, seen, operation }: CartUpdate,
  storedFingerprint: string | undefined,
  now: Date,
): UpdatedCart {
  if (operation && storedFingerprint !== undefined) {
    const isReplay = storedFingerprint === operation.fingerprint
    if (!isReplay) {
      throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another change')
    }
    return { cart, replayed: true }
  }
  if (seen !== undefined && seen !== cart.version) {
    throw new ServiceError('CART_CHANGED', 'The cart has changed since; read it again')
  }
  return { cart: withLines(cart, apply(cart.lines), now), replayed: false }
}

/**
 * The cart that clients see. Names, prices and pictures come from the current catalogue. A product
 * that has left the catalogue is shown as its stored line.
 */
export function toServerCart(record: CartRecord, products: ProductsById): ServerCart {
  const { userId, version, createdAt, updatedAt } = record
  const items = record.lines.map((line) => toItem(line, products.get(line.productId)))
  const { totalItems, totalPaise } = cartTotals(items)
  return { userId, items, totalItems, totalPrice: paiseToRupees(totalPaise), createdAt, updatedAt, version }
}

function toItem(line: CartLineRecord, product: ProductRecord | undefined): CartItem {
  const { productId, quantity, name, imageUrl, category } = line
  const priceWhenAdded = paiseToRupees(line.pricePaise)
  if (!product)
    return {
      id: productId,
      productId,
      name,
      price: priceWhenAdded,
      imageUrl,
      quantity,
      category,
      unavailable: true,
    }

  const item = cartItemOf(toCartProduct(product), quantity)
  return product.pricePaise === line.pricePaise ? item : { ...item, priceChangedFrom: priceWhenAdded }
}

/** Only what a line shows: a whole product has some twenty facts more, for each line of each cart. */
function toCartProduct({
  products_id,
  name,
  packLabel,
  imageUrl,
  category,
  pricePaise,
}: ProductRecord): CartProduct {
  return { products_id, name, packLabel, imageUrl, category, price: paiseToRupees(pricePaise) }
}

function linesOrThrow(change: CartChangeResult<CartLineRecord>): Lines {
  if (!change.ok) throw new ServiceError('VALIDATION_FAILED', change.message)
  return change.items
}
