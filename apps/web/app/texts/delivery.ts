import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'

export const SUPPORT = '24/7 support'
export const SECURE_PAYMENTS = 'Secure payments'

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
  const amounts = withFee.map(({ freeFrom }) => freeFrom)
  return {
    freeFrom:
      withFee.length === 0
        ? (rest.freeFrom ?? 0)
        : amounts.includes(undefined)
          ? null
          : Math.max(...amounts.map(Number)),
    fee: Math.max(0, ...withFee.map(({ fee }) => fee)),
    days: Math.max(1, ...terms.map(({ days }) => days)),
  }
}

/** The highest fee for an order of this many rupees. */
export function feeAt({ freeFrom, fee }: DeliverySummary, rupees: number): number {
  return freeFrom !== null && rupees >= freeFrom ? 0 : fee
}

/** “Free delivery on snack orders above ₹1000”, as far as that is true. */
export function freeDelivery(summary: DeliverySummary | null): string {
  if (!summary || summary.freeFrom === null) return 'Delivery to your door'
  return `Free delivery on ${ordersAbove(summary.freeFrom)}`
}

/** The part after “free delivery on”. */
export function ordersAbove(freeFrom: number): string {
  return freeFrom === 0 ? 'every snack order' : `snack orders above ₹${freeFrom}`
}

/** `amount` is formatted, such as `₹250`. */
export function moreForFreeDelivery(amount: string): string {
  return `${amount} more for free delivery`
}
