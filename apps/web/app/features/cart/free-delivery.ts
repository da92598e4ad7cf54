import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import { DELIVERY_FEE_RUPEES, FREE_DELIVERY_THRESHOLD_RUPEES } from '../../texts/delivery.ts'

export type DeliveryTerms = {
  /** The fee for an order below the threshold. */
  fee: Paise
  threshold: Paise
}

const CURRENT_TERMS: DeliveryTerms = {
  fee: rupeesToPaise(DELIVERY_FEE_RUPEES),
  threshold: rupeesToPaise(FREE_DELIVERY_THRESHOLD_RUPEES),
}

/** How far a cart is from free delivery. Null when delivery is free anyway: then the threshold saves nothing. */
export function freeDeliveryProgress(total: Paise, { fee, threshold }: DeliveryTerms = CURRENT_TERMS) {
  return fee === 0 ? null : { threshold, missing: asPaise(Math.max(threshold - total, 0)) }
}
