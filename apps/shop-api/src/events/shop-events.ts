import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { CartLineRecord, CartRecord } from '../cart/cart-store.ts'
import type { OrderRecord } from '../purchases/purchase-store.ts'

const HALF_HOUR_MS = 30 * 60 * 1000

/** The products of which there are more or fewer than before. */
export function touchedProducts(
  before: readonly CartLineRecord[],
  after: readonly CartLineRecord[],
): string[] {
  const was = quantities(before)
  const is = quantities(after)
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (productId) => was.get(productId) !== is.get(productId),
  )
}

/** Of these products, what the cart holds now. */
export function cartEvent(
  { userId, version, lines, updatedAt: at }: CartRecord,
  touched: readonly string[],
): ShopEvent {
  const is = quantities(lines)
  return {
    id: `cart:${userId}:${version}`,
    kind: 'cart',
    userId,
    version,
    lines: touched.map((productId) => ({ productId, quantity: is.get(productId) ?? 0 })),
    at,
  }
}

export function purchaseEvent({ purchaseId, userId, lines, purchaseDate: at }: OrderRecord): ShopEvent {
  return {
    id: `purchase:${purchaseId}`,
    kind: 'purchase',
    userId,
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    at,
  }
}

/** Whoever reloads a page has looked at it once. */
export function viewEvent(userId: string, productId: string, at: Date): ShopEvent {
  const halfHour = Math.floor(at.getTime() / HALF_HOUR_MS)
  return {
    id: `view:${userId}:${productId}:${halfHour}`,
    kind: 'view',
    userId,
    productId,
    // The same for all views that are one.
    at: new Date(halfHour * HALF_HOUR_MS).toISOString(),
  }
}

function quantities(lines: readonly CartLineRecord[]) {
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
}
