import type { DeliveryTerms, DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'

export const SUPPORT = '24/7 support'
export const SECURE_PAYMENTS = 'Secure payments'

export const CHECK_DELIVERY = 'Check delivery'
export const DELIVERY_IS_FREE = 'Your delivery is free'

/** The delivery terms on public pages. They hold for every address that the shop delivers to. */
export type DeliverySummary = {
  /** From this many rupees on, delivery is free everywhere; null when there is no such amount. */
  freeFrom: number | null
  /** The highest delivery fee in rupees. Orders from `freeFrom` on have no fee. */
  fee: number
  /** The longest time that a delivery takes. */
  days: number
  /** Whether orders below `freeFrom` have no fee either. */
  isAlwaysFree: boolean
}

/** Null when the shop delivers nowhere. */
export function summariseDelivery({ zones, rest }: DeliveryZones): DeliverySummary | null {
  const terms = [...zones, rest].filter(({ delivers }) => delivers)
  if (terms.length === 0) return null
  const termsWithFee = terms.filter(({ fee }) => fee > 0)
  const hasFees = termsWithFee.length > 0
  return {
    freeFrom: hasFees ? highestFreeFrom(termsWithFee) : freeFromWithoutFees(rest),
    fee: Math.max(0, ...termsWithFee.map(({ fee }) => fee)),
    days: Math.max(...terms.map(({ days }) => days)),
    isAlwaysFree: !hasFees,
  }
}

/**
 * In a shop without fees every delivery is free. Its texts still name the amount that an admin has
 * set for the rest of India, or 0. The demo shop has 1000, because the specification demands the
 * text “Free delivery on snack orders above ₹1000”. Beside it they say that smaller orders are free too.
 */
function freeFromWithoutFees(rest: DeliveryTerms): number {
  if (!rest.delivers) return 0
  return rest.freeFrom ?? 0
}

/** Null when an area has a fee and no `freeFrom`: delivery to that area is never free. */
function highestFreeFrom(termsWithFee: readonly Pick<DeliveryTerms, 'freeFrom'>[]): number | null {
  const highest = Math.max(...termsWithFee.map(({ freeFrom }) => freeFrom ?? Infinity))
  return highest === Infinity ? null : highest
}

/** The highest fee for an order of this many rupees. */
export function feeAt({ freeFrom, fee }: DeliverySummary, rupees: number): number {
  return freeFrom !== null && rupees >= freeFrom ? 0 : fee
}

/** The texts about delivery. The server makes them, so that pages load no code for them. */
export type DeliveryTexts = {
  /**
   * - “Free delivery on snack orders above ₹1000”
   * - “Free delivery on every snack order”
   * - “Delivery to your door”, if delivery to some address is never free
   */
  promise: string
  benefit: { title: string; text: string }
  /** Shown below the buttons of a product. */
  productNotes: string[]
  /** The first sentence of the page about shipping. */
  lead: string
}

/** Null when the shop delivers nowhere. */
export function deliveryTexts(zones: DeliveryZones): DeliveryTexts | null {
  const summary = summariseDelivery(zones)
  if (!summary) return null
  const { freeFrom, days, isAlwaysFree } = summary
  const isSmallerFree = isAlwaysFree && freeFrom !== 0
  const time = days === 1 ? 'a day' : `${days} days`
  const promise = freeFrom === null ? 'Delivery to your door' : `Free delivery on ${ordersAbove(freeFrom)}`
  return {
    promise,
    benefit:
      freeFrom === null
        ? { title: 'Delivery', text: 'To your door, with the cost shown before you pay.' }
        : {
            title: 'Free delivery',
            text: `On ${ordersAbove(freeFrom)}${isSmallerFree ? ', for now on smaller ones too' : ''}.`,
          },
    productNotes: [
      ...(freeFrom === null
        ? []
        : [freeFrom === 0 ? 'Free shipping' : `Free shipping on orders above ₹${freeFrom}`]),
      ...(isSmallerFree ? ['For now, smaller orders are free too'] : []),
      `Delivered in about ${time}`,
    ],
    lead: `${promise}, usually within ${time}.${isSmallerFree ? ' For now, smaller orders are free too.' : ''}`,
  }
}

function ordersAbove(freeFrom: number): string {
  return freeFrom === 0 ? 'every snack order' : `snack orders above ₹${freeFrom}`
}

/** `amount` is formatted, such as `₹250`. */
export function moreForFreeDelivery(amount: string): string {
  return `${amount} more for free delivery`
}
