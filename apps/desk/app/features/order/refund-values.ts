import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { priceOfUnits, sumOf } from '@nashta/contracts/pricing/sums'

/** The units that can still be refunded, and what was paid for them. */
export type RefundLine = { productId: string; name: string; left: { paise: Paise; units: number } }

export function refundLines({ lines }: Pick<DeskOrder, 'lines'>): RefundLine[] {
  return lines.map(({ productId, name, refundableAmount = 0, refundable }) => ({
    productId,
    name,
    left: { paise: rupeesToPaise(refundableAmount), units: refundable },
  }))
}

/** The amount of a refund of everything that is left. */
export function refundableAmount({ money }: Pick<DeskOrder, 'money'>): Paise {
  return rupeesToPaise(money?.remains ?? 0)
}

/**
 * Whether a refund of the units leaves nothing to pack. The order is then cancelled, and all money
 * that is left goes back. Null `units` mean everything that is left.
 */
export function leavesNothingToPack(
  { lines, hasLeftShop, orderStatus }: Pick<DeskOrder, 'lines' | 'hasLeftShop' | 'orderStatus'>,
  units: ReadonlyMap<string, number> | null,
): boolean {
  if (hasLeftShop || orderStatus === 'CANCELLED') return false
  return lines.every(({ productId, toPack }) => !units || (units.get(productId) ?? 0) >= toPack)
}

/**
 * What was paid for the units. `units` has the number of units for each product id. Null when a number
 * is a fraction, is negative, or is more than the units that are left.
 */
export function amountOfUnits(
  lines: readonly RefundLine[],
  units: ReadonlyMap<string, number>,
): Paise | null {
  const counted = lines.map(({ productId, left }) => ({ left, count: units.get(productId) ?? 0 }))
  const arePossible = counted.every(
    ({ left, count }) => Number.isInteger(count) && count >= 0 && count <= left.units,
  )
  if (!arePossible) return null
  return asPaise(sumOf(counted.map(({ left, count }) => (count === 0 ? 0 : priceOfUnits(left, count)))))
}

/**
 * The `items` of a refund request. Null `units` mean everything that is left, with the delivery
 * fee: such a request has no `items`.
 */
export function refundItems(units: ReadonlyMap<string, number> | null) {
  if (!units) return undefined
  return Array.from(units, ([productId, quantity]) => ({ productId, quantity })).filter(
    ({ quantity }) => quantity > 0,
  )
}
