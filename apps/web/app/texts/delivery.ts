import type { DeliveryTerms, DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'

export const SUPPORT = '24/7 support'
export const SECURE_PAYMENTS = 'Secure payments'

export const CHECK_DELIVERY = 'Check delivery'
export const DELIVERY_IS_FREE = 'Your delivery is free'

/** What public pages say about delivery, true for every address that the shop delivers to. */
export type DeliverySummary = {
  /** An order of this many rupees is delivered free everywhere; null when there is no such amount. */
  freeFrom: number | null
  /** The highest fee of a smaller order, in rupees. */
  fee: number
  /** The longest time that a delivery takes. */
  days: number
}

export function summarise({ zones, rest }: DeliveryZones): DeliverySummary {
  const terms = [...zones, rest].filter(({ delivers }) => delivers)
  const withFee = terms.filter(({ fee }) => fee > 0)
  // The specification has a fee of 0 and still promises free delivery from ₹1000. Pages must name that amount.
  const freeFromWithoutFees = rest.delivers ? (rest.freeFrom ?? 0) : 0
  return {
    freeFrom: withFee.length === 0 ? freeFromWithoutFees : highestFreeFrom(withFee),
    fee: Math.max(0, ...withFee.map(({ fee }) => fee)),
    days: Math.max(1, ...terms.map(({ days }) => days)),
  }
}

/** Null when one of the terms has no such amount: there, delivery is never free. */
function highestFreeFrom(terms: readonly Pick<DeliveryTerms, 'freeFrom'>[]): number | null {
  const highest = Math.max(...terms.map(({ freeFrom }) => freeFrom ?? Infinity))
  return highest === Infinity ? null : highest
}

/** The highest fee for an order of this many rupees. */
export function feeAt({ freeFrom, fee }: DeliverySummary, rupees: number): number {
  return freeFrom !== null && rupees >= freeFrom ? 0 : fee
}

/** The texts about delivery. They are made on the server, so that pages load no code for them. */
export type DeliveryTexts = {
  /**
   * “Free delivery on snack orders above ₹1000”, or “Delivery to your door” when delivery is not free everywhere above
   * some amount.
   */
  promise: string
  benefit: { title: string; text: string }
  /** Shown below the buttons of a product. */
  productNotes: string[]
  /** The first sentence of the page about shipping. */
  lead: string
}

export function deliveryTexts(zones: DeliveryZones): DeliveryTexts {
  const { freeFrom, days } = summarise(zones)
  const time = days === 1 ? 'a day' : `${days} days`
  const promise = freeFrom === null ? 'Delivery to your door' : `Free delivery on ${ordersAbove(freeFrom)}`
  return {
    promise,
    benefit:
      freeFrom === null
        ? { title: 'Delivery', text: 'To your door, with the cost shown before you pay.' }
        : { title: 'Free delivery', text: `On ${ordersAbove(freeFrom)}.` },
    productNotes: [
      ...(freeFrom === null
        ? []
        : [freeFrom === 0 ? 'Free shipping' : `Free shipping on orders above ₹${freeFrom}`]),
      `Delivered in about ${time}`,
    ],
    lead: `${promise}, and usually at your door within ${time}.`,
  }
}

function ordersAbove(freeFrom: number): string {
  return freeFrom === 0 ? 'every snack order' : `snack orders above ₹${freeFrom}`
}

/** `amount` is formatted, such as `₹250`. */
export function moreForFreeDelivery(amount: string): string {
  return `${amount} more for free delivery`
}
