import type { ShopEvent } from '@nashta/contracts/shop-event'
import type { CartLineRecord, CartRecord } from '../cart/cart-store.ts'
import type { OrderRecord } from '../purchases/purchase-store.ts'

const HALF_HOUR_MS = 30 * 60 * 1000

/** Null when the lines are what they were. */
export function cartEvent(before: readonly CartLineRecord[], after: CartRecord): ShopEvent | null {
  const was = quantities(before)
  const is = quantities(after.lines)
  const lines = [...new Set([...was.keys(), ...is.keys()])]
    .filter((productId) => was.get(productId) !== is.get(productId))
    .map((productId) => ({ productId, quantity: is.get(productId) ?? 0 }))
  if (lines.length === 0) return null

  const { userId, version, updatedAt: at } = after
  return { id: `cart:${userId}:${version}`, kind: 'cart', userId, version, lines, at }
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
    at: at.toISOString(),
  }
}

function quantities(lines: readonly CartLineRecord[]) {
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
}
