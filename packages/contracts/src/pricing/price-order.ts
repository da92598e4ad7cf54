import { type DeliveryFeeTerms, deliveryFee } from '../delivery/delivery-fee.ts'
import { asPaise, type Paise } from '../money.ts'
import type { DeliveryTax, SellerKind } from '../shop/seller-kind.ts'
import { chooseOffers, type FeeRule } from './choose-offers.ts'
import type { PricedOffer, UnusedReason } from './offer.ts'
import { placeOfSupply, supplyKindOf } from './place-of-supply.ts'
import { listPrice, sumOf, sumPrices } from './sums.ts'
import { addAmounts, divideByWeight, splitTax, type TaxedAmount, untaxed } from './tax.ts'

export type PriceableLine = {
  productId: string
  quantity: number
  /** Of one unit, tax included. */
  pricePaise: Paise
  /** The rate of GST. Absent where it is not known. */
  tax?: { ratePercent?: number | undefined } | undefined
}

export type Parties = {
  seller: { kind: SellerKind; /** A GST code. */ state: string }
  /** The address of delivery. Null while it is not known: then the sale counts as one within the state. */
  buyer: { state: string; stateCode?: string | undefined } | null
}

/**
 * How the delivery is priced. An address with an unknown pincode may lie in several zones, of which the
 * dearest counts. Null while the address is not known.
 */
export type DeliveryPricing = { terms: readonly DeliveryFeeTerms[]; tax: DeliveryTax } | null

export type PricedDiscount = {
  offer: PricedOffer
  /** What it takes off the goods. */
  goodsPaise: Paise
  deliveryPaise: Paise
}

export type PricedOrder<Line extends PriceableLine> = {
  /** The lines with what the offers take off them. */
  lines: (Line & { discountPaise: Paise; paidPaise: Paise })[]
  discounts: PricedDiscount[]
  /** The offers that take nothing off, and why. */
  unused: { offer: PricedOffer; reason: UnusedReason }[]
  delivery: { feePaise: Paise }
  totals: {
    items: number
    /** The goods at their prices. */
    goodsPaise: Paise
    /** What offers take off the goods. */
    discountPaise: Paise
    /** What is paid for the goods. The fee of the delivery depends on it. */
    subtotalPaise: Paise
    totalPaise: Paise
  }
  /** The taxes that the total includes. Null if the seller charges none, or a rate is not known. */
  tax: TaxedAmount | null
}

/**
 * The price of an order with all its parts, which add up to the paisa. It is computed nowhere else:
 * cart, checkout and order ask it, and refunds and bills read what the order has stored of it.
 */
export function priceOrder<Line extends PriceableLine>(
  lines: readonly Line[],
  offers: readonly PricedOffer[],
  delivery: DeliveryPricing,
  { seller, buyer }: Parties,
  at: Date,
): PricedOrder<Line> {
  const feeRule = feeRuleOf(delivery)
  const { discounts, unused } = chooseOffers(lines, offers, feeRule, at)
  const pricedLines = lines.map((line, index) => {
    const discountPaise = asPaise(sumOf(discounts.map(({ linePaise }) => linePaise[index] ?? 0)))
    return { ...line, discountPaise, paidPaise: asPaise(listPrice(line) - discountPaise) }
  })
  const goodsPaise = sumPrices(lines)
  const discountPaise = asPaise(sumOf(pricedLines.map((line) => line.discountPaise)))
  const subtotalPaise = asPaise(goodsPaise - discountPaise)
  const fullFee = feeRule?.feeFor(subtotalPaise) ?? 0
  const feePaise = asPaise(fullFee - sumOf(discounts.map(({ deliveryPaise }) => deliveryPaise)))
  return {
    lines: pricedLines,
    discounts: discounts.map(({ offer, linePaise, deliveryPaise }) => ({
      offer,
      goodsPaise: asPaise(sumOf(linePaise)),
      deliveryPaise,
    })),
    unused,
    delivery: { feePaise },
    totals: {
      items: sumOf(lines.map(({ quantity }) => quantity)),
      goodsPaise,
      discountPaise,
      subtotalPaise,
      totalPaise: asPaise(subtotalPaise + feePaise),
    },
    tax: includedTax(),
  }

  function includedTax(): TaxedAmount | null {
    if (seller.kind !== 'regular') return null
    const goods = pricedLines.map(({ paidPaise, tax }) => ({
      grossPaise: paidPaise,
      ratePercent: tax?.ratePercent,
    }))
    if (!goods.every(hasRate)) return null
    const supply = supplyKindOf(buyer ? placeOfSupply(buyer, seller.state) : seller.state, seller.state)
    const fees = divideDelivery(goods, feePaise, delivery?.tax ?? 'byValue')
    return addAmounts([...goods, ...fees].map((each) => splitTax(each.grossPaise, each.ratePercent, supply)))
  }
}

function hasRate<T extends { ratePercent?: number | undefined }>(
  line: T,
): line is T & { ratePercent: number } {
  return line.ratePercent !== undefined
}

function feeRuleOf(delivery: DeliveryPricing): FeeRule {
  if (!delivery || delivery.terms.length === 0) return null
  const { terms } = delivery
  return {
    feeFor: (goodsPaise) => asPaise(Math.max(...terms.map((each) => deliveryFee(each, goodsPaise)))),
    zones: terms.map(({ zone }) => zone),
  }
}

/** The amount of a line or a part of it, with its taxes, as bills show it. */
export function settleTax(
  grossPaise: Paise,
  ratePercent: number,
  { seller, buyer }: { seller: Parties['seller']; buyer: NonNullable<Parties['buyer']> },
): TaxedAmount {
  if (seller.kind !== 'regular') return untaxed(grossPaise)
  return splitTax(grossPaise, ratePercent, supplyKindOf(placeOfSupply(buyer, seller.state), seller.state))
}

type Taxable = { grossPaise: Paise; ratePercent: number }

/**
 * Delivery has the tax of the goods. If they have several rates, the fee is divided over the rates by the
 * value of the goods, or is one part at the highest rate. The highest rate comes first.
 */
export function divideDelivery<Goods extends Taxable>(
  goods: readonly Goods[],
  fee: Paise,
  deliveryTax: DeliveryTax,
): (Taxable & { goods: readonly Goods[] })[] {
  if (fee === 0) return []
  const byRate = [...Map.groupBy(goods, ({ ratePercent }) => ratePercent)].toSorted(([a], [b]) => b - a)
  const charged = deliveryTax === 'highestRate' ? byRate.slice(0, 1) : byRate
  const fees = divideByWeight(
    fee,
    charged.map(([, lines]) => sumOf(lines.map(({ grossPaise }) => grossPaise))),
  )
  return charged.flatMap(([ratePercent, lines], index) => {
    const grossPaise = fees[index] ?? asPaise(0)
    return grossPaise === 0 ? [] : [{ ratePercent, grossPaise, goods: lines }]
  })
}
