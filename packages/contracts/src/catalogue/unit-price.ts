import { asPaise, formatRupees, type Paise } from '../money.ts'
import type { Product } from './product.ts'

type NetQuantity = { value: number; unit: string }

const LARGE_UNITS: Record<string, string> = { g: 'kg', ml: 'L' }

/** From 1 kg on in kg, and from 1 L on in L. */
function inLargeUnit({ value, unit }: NetQuantity): NetQuantity {
  const large = LARGE_UNITS[unit]
  return large !== undefined && value >= 1000 ? { value: value / 1000, unit: large } : { value, unit }
}

/** The net quantity, such as `200 g`, `1 kg`, `1 piece` or `Pack of 6`. */
export function netQuantityText(netQuantity: NetQuantity): string {
  const { value, unit } = inLargeUnit(netQuantity)
  if (unit !== 'piece') return `${value} ${unit}`
  return value === 1 ? '1 piece' : `Pack of ${value}`
}

/**
 * The price per unit, such as `₹0.30 per g`. The unit is g below 1 kg, and kg from 1 kg on; ml and
 * L likewise. Counted goods have a price per piece. Null when the unit price would repeat the
 * price, or the unit is unknown.
 */
export function unitPrice(price: Paise, netQuantity: NetQuantity): string | null {
  const { value, unit } = inLargeUnit(netQuantity)
  const isKnown = unit === 'piece' || netQuantity.unit in LARGE_UNITS
  return isKnown && value !== 1 ? `${formatRupees(asPaise(Math.round(price / value)))} per ${unit}` : null
}

/**
 * Products are sorted in three groups. Sort keys of the first group start at 0, of the second group
 * at 1e12 and of the third group at 2e12. Every price in paise and every price per unit is lower
 * than 1e12.
 */
const SORT_GROUP_SIZE = 1e12

/**
 * A number to sort products by unit price: goods by weight or volume first, then goods by the
 * piece, then products without a net quantity.
 */
export function unitPriceKey(price: Paise, netQuantity: NetQuantity | undefined): number {
  if (!netQuantity) return 2 * SORT_GROUP_SIZE + price
  const { value, unit } = netQuantity
  return (unit === 'piece' ? SORT_GROUP_SIZE : 0) + price / value
}

/** The weight or count of a pack. */
export function packText({
  packLabel,
  netQuantity,
}: Pick<Product, 'packLabel' | 'netQuantity'>): string | undefined {
  return packLabel ?? (netQuantity && netQuantityText(netQuantity))
}
