import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'

/** In rupees. */
type Terms = { fee: number; freeFrom?: number | undefined }

/** How far a cart is from free delivery. Null when there is nothing to reach: delivery is free anyway, or never. */
export function freeDeliveryProgress(total: Paise, { fee, freeFrom }: Terms) {
  if (fee === 0 || freeFrom === undefined) return null
  const threshold = rupeesToPaise(freeFrom)
  return { threshold, missing: asPaise(Math.max(threshold - total, 0)) }
}
