import { asPaise, type Paise, rupeesToPaise } from '../money.ts'

/** The fee of a zone. Amounts in rupees. An order of `freeFrom` or more is delivered free. */
export type DeliveryFeeTerms = {
  fee: number
  freeFrom?: number | undefined
  /** The name of the zone. Absent for the rest of India. */
  zone?: string | undefined
}

/** The fee for an order whose products cost `subtotal`. */
export function deliveryFee({ fee, freeFrom }: DeliveryFeeTerms, subtotal: Paise): Paise {
  const isFree = freeFrom !== undefined && subtotal >= rupeesToPaise(freeFrom)
  return isFree ? asPaise(0) : rupeesToPaise(fee)
}
