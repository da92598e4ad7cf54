import { formatRupees, rupeesToPaise } from '../money.ts'

/**
 * Why the price is too high; null when it is not. In India it is an offence to sell above the
 * maximum retail price (MRP). Values that are no amounts are not compared.
 */
export function priceAboveMrp({ price, mrp }: { price?: unknown; mrp?: unknown }): string | null {
  if (typeof price !== 'number' || typeof mrp !== 'number' || price <= mrp) return null
  return `The price ${formatRupees(rupeesToPaise(price))} is above the MRP ${formatRupees(rupeesToPaise(mrp))}`
}
