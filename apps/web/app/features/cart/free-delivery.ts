import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'

/** Both amounts are in rupees. */
type FeeTerms = { fee: number; freeFrom?: number | undefined }

/** How far a cart is from free delivery. Null when every delivery is free, or none ever is. */
export function freeDeliveryProgress(total: Paise, { fee, freeFrom }: FeeTerms) {
  if (fee === 0 || freeFrom === undefined) return null
  const threshold = rupeesToPaise(freeFrom)
  return { threshold, missing: asPaise(Math.max(threshold - total, 0)) }
}
