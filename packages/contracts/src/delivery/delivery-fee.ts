import { asPaise, type Paise, rupeesToPaise } from '../money.ts'

/** Amounts in rupees. An order of `freeFrom` or more is delivered free. */
type FeeTerms = { fee: number; freeFrom?: number | undefined }

/** The fee for an order whose products cost `subtotal`. */
export function deliveryFee({ fee, freeFrom }: FeeTerms, subtotal: Paise): Paise {
  const isFree = freeFrom !== undefined && subtotal >= rupeesToPaise(freeFrom)
  return isFree ? asPaise(0) : rupeesToPaise(fee)
}
