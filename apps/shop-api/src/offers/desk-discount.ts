import { type Paise, paiseToRupees } from '@nashta/contracts/money'
import type { PricedOffer } from '@nashta/contracts/pricing/offer'

/** No offer of the shop can have this id. */
const DISCOUNT_ID = 'desk:discount'

/** What an operator takes off the goods, as an offer of this order alone. */
export function deskDiscount({ amount, reason }: { amount: number; reason: string }): PricedOffer {
  return { id: DISCOUNT_ID, name: reason, terms: { kind: 'rupeesOff', amount }, combines: false }
}

/** The discounts by hand among the offers of an order that is priced again. */
export function deskDiscountsOf(
  applied: readonly { offerId: string; name: string; goodsPaise: Paise }[],
): PricedOffer[] {
  return applied
    .filter(({ offerId }) => offerId === DISCOUNT_ID)
    .map(({ name: reason, goodsPaise }) => deskDiscount({ amount: paiseToRupees(goodsPaise), reason }))
}
