import type { CartItem } from '@nashta/contracts/cart/cart'
import { pricedLines } from '@nashta/contracts/cart/cart-rules'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { asPaise, type Paise } from '@nashta/contracts/money'
import { describeUnused, unusedNote } from '@nashta/contracts/offers/offer-texts'
import { discountLabel } from '@nashta/contracts/orders/order-sums'
import type { UnusedReason } from '@nashta/contracts/pricing/offer'
import { type Parties, priceOrder } from '@nashta/contracts/pricing/price-order'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import type { KnownPriceTerms } from './price-terms.ts'

/** The price of a cart. The subtotal plus the shipping fee, minus the discounts, is the total. */
export type CartPrice = {
  totalItems: number
  /** The goods at their prices. */
  subtotal: Paise
  /** What is paid for the goods. The shipping fee depends on it. */
  paidGoods: Paise
  /** The fee before offers about delivery. Zero while the terms of delivery are not known. */
  shippingFee: Paise
  /** What is paid for the delivery. */
  paidShipping: Paise
  discounts: readonly { label: string; paise: Paise }[]
  total: Paise
  /** The GST that the total includes. Null if the seller charges none, or a rate is not known. */
  tax: Paise | null
  /** Why the code takes nothing off; null if it does, or without a code. */
  codeReason: string | null
  /** What is missing for offers without a code, or which offer won. */
  hints: readonly string[]
}

/** Where the cart is delivered to, as far as this is known. */
type Destination = { delivery: Pincode['delivery'] | null; buyer: Parties['buyer'] }

/** A shopper does not read more hints than this. */
const HINTS_MAX = 3

/** Why an offer is not used, where the shopper can change it or may ask about it. */
const HINTED = new Set<UnusedReason['kind']>(['minSpend', 'tooFew', 'lessThan'])

/** The price that the store will compute, as far as this browser knows what it depends on. */
export function priceCart(
  items: readonly CartItem[],
  { code, terms }: Pick<KnownPriceTerms, 'code' | 'terms'>,
  { delivery, buyer }: Destination,
  now: Date,
): CartPrice {
  const rates = new Map(terms?.rates.map(({ productId, ratePercent }) => [productId, ratePercent]))
  const lines = pricedLines(items).map((line) =>
    Object.assign(line, { tax: { ratePercent: rates.get(line.productId) } }),
  )
  // The terms may still have the offer of a code that was removed.
  const offers = (terms?.offers ?? []).filter((offer) => offer.code === undefined || offer.code === code)
  const { kind, state, deliveryTax } = terms?.seller ?? { kind: 'unregistered', state: '', deliveryTax: '' }
  const priced = priceOrder(
    lines,
    offers,
    delivery?.serviceable
      ? { terms: [delivery], tax: deliveryTax === 'highestRate' ? deliveryTax : 'byValue' }
      : null,
    { seller: { kind: sellerKindOf({ sellerKind: kind }), state }, buyer },
    now,
  )
  const { totals, tax, discounts, unused } = priced
  const unusedCode = unused.find(({ offer }) => offer.code !== undefined)
  const paidShipping = priced.delivery.feePaise
  return {
    totalItems: totals.items,
    subtotal: totals.goodsPaise,
    paidGoods: totals.subtotalPaise,
    shippingFee: asPaise(paidShipping + sumOf(discounts.map(({ deliveryPaise }) => deliveryPaise))),
    paidShipping,
    discounts: discounts.map(({ offer, goodsPaise, deliveryPaise }) => ({
      label: discountLabel(offer),
      paise: asPaise(goodsPaise + deliveryPaise),
    })),
    total: totals.totalPaise,
    tax: tax && asPaise(tax.igstPaise + tax.cgstPaise + tax.sgstPaise),
    codeReason: unusedCode ? describeUnused(unusedCode.offer, unusedCode.reason) : null,
    hints: unused
      .filter((each) => each !== unusedCode && HINTED.has(each.reason.kind))
      .slice(0, HINTS_MAX)
      .map(({ offer, reason }) => unusedNote(offer, reason)),
  }
}

/** The price at this moment. */
export function priceCartNow(
  items: readonly CartItem[],
  terms: Pick<KnownPriceTerms, 'code' | 'terms'>,
  destination: Destination,
): CartPrice {
  return priceCart(items, terms, destination, new Date())
}
