import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { CartLineRecord, CartRecord } from '../cart/cart-store.ts'

const HALF_HOUR_MS = 30 * 60 * 1000

/** One event with the new quantities of the changed products. None if no quantity has changed. */
export function cartEvents(
  before: readonly CartLineRecord[],
  { userId, version, lines, updatedAt: at }: CartRecord,
): ShopEvent[] {
  const [oldQuantities, newQuantities] = [quantitiesOf(before), quantitiesOf(lines)]
  const productIds = new Set([...oldQuantities.keys(), ...newQuantities.keys()])
  const changed = [...productIds].filter((id) => oldQuantities.get(id) !== newQuantities.get(id))
  if (changed.length === 0) return []
  return [
    {
      id: `cart:${userId}:${version}`,
      kind: 'cart',
      userId,
      version,
      lines: changed.map((productId) => ({ productId, quantity: newQuantities.get(productId) ?? 0 })),
      at,
    },
  ]
}

/** Views of a product within the same half hour share an id, so that a reload counts once. */
export function viewEvent(userId: string, productId: string, at: Date): ShopEvent {
  const halfHour = Math.floor(at.getTime() / HALF_HOUR_MS)
  return {
    id: `view:${userId}:${productId}:${halfHour}`,
    kind: 'view',
    userId,
    productId,
    // The start of the half hour: events with the same id must be equal.
    at: new Date(halfHour * HALF_HOUR_MS).toISOString(),
  }
}

function quantitiesOf(lines: readonly CartLineRecord[]) {
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
}
