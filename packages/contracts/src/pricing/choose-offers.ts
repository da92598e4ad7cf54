import { asPaise, type Paise, rupeesToPaise } from '../money.ts'
import { OFFER_KINDS, type PricedOffer, type UnusedReason } from './offer.ts'
import { listPrice, sumOf, sumPrices } from './sums.ts'
import { divideByWeight } from './tax.ts'

/** A line as offers see it. */
type Line = { productId: string; quantity: number; pricePaise: Paise }

/** How the delivery fee follows from the goods; null while the address is not known. */
export type FeeRule = {
  /** The fee of an order whose goods cost so much. */
  feeFor: (goodsPaise: Paise) => Paise
  /** The names of the zones that the address may lie in. Undefined stands for the rest of India. */
  zones: readonly (string | undefined)[]
} | null

/** What an offer takes off. */
type Discount = {
  offer: PricedOffer
  /** What it takes off each line, in the order of the lines. */
  linePaise: readonly Paise[]
  /** What it takes off the delivery. */
  deliveryPaise: Paise
}

type Applied = { discounts: Discount[]; savedPaise: number }

/** The number of offers that are tried in every combination: those that save most alone. */
const COMBINED_MAX = 8
/** The most offers that one order can have. */
const OFFERS_PER_ORDER_MAX = 4

/**
 * Finds the combination of offers that saves most. An offer that may not be combined is used alone.
 * Of two combinations that save the same, the one with fewer offers wins.
 */
export function chooseOffers(lines: readonly Line[], offers: readonly PricedOffer[], fee: FeeRule, at: Date) {
  const unused = new Map<PricedOffer, UnusedReason>()
  // The offers that save something when they are the only one, and how much.
  const alone: { offer: PricedOffer; savedPaise: number }[] = []
  for (const offer of offers) {
    const reason = reasonAgainst(offer, lines, fee, at)
    const savedPaise = reason ? 0 : apply(lines, [offer], fee).savedPaise
    if (reason) unused.set(offer, reason)
    else if (savedPaise <= 0) unused.set(offer, { kind: 'noEffect' })
    else alone.push({ offer, savedPaise })
  }
  let best: Applied = { discounts: [], savedPaise: 0 }
  for (const combination of combinationsOf(alone)) {
    const applied = apply(lines, combination, fee)
    const isBetter =
      applied.savedPaise > best.savedPaise ||
      (applied.savedPaise === best.savedPaise && applied.discounts.length < best.discounts.length)
    if (isBetter) best = applied
  }
  const names = best.discounts.map(({ offer }) => offer.name)
  for (const { offer } of alone)
    if (!best.discounts.some((each) => each.offer === offer)) unused.set(offer, { kind: 'lessThan', names })
  return {
    discounts: best.discounts,
    unused: offers.flatMap((offer) => {
      const reason = unused.get(offer)
      return reason ? [{ offer, reason }] : []
    }),
  }
}

/** Each offer alone, and all sets of offers that may be combined. At most one of them has a code. */
function combinationsOf(alone: readonly { offer: PricedOffer; savedPaise: number }[]): PricedOffer[][] {
  const sets: PricedOffer[][] = alone.map(({ offer }) => [offer])
  const combining = alone
    .filter(({ offer }) => offer.combines)
    .toSorted((one, other) => other.savedPaise - one.savedPaise)
    .slice(0, COMBINED_MAX)
    .map(({ offer }) => offer)
  for (let bits = 1; bits < 2 ** combining.length; bits += 1) {
    const set = combining.filter((_, index) => (bits & (1 << index)) !== 0)
    const codes = set.filter(({ code }) => code !== undefined).length
    if (set.length > 1 && set.length <= OFFERS_PER_ORDER_MAX && codes <= 1) sets.push(set)
  }
  return sets
}

/** Takes the offers off one after the other: automatic ones first, then the code, then the delivery. */
function apply(lines: readonly Line[], offers: readonly PricedOffer[], fee: FeeRule): Applied {
  const sorted = offers.toSorted((one, other) => placeOf(one) - placeOf(other))
  const left: number[] = lines.map(listPrice)
  const feeBefore = fee ? fee.feeFor(asPaise(sumOf(left))) : 0
  const discounts: Discount[] = []
  for (const offer of sorted) {
    const linePaise = discountOf(offer, lines, left)
    for (const [index, paise] of linePaise.entries()) left[index] = (left[index] ?? 0) - paise
    discounts.push({ offer, linePaise, deliveryPaise: asPaise(0) })
  }
  // The fee depends on what the goods cost after their discounts.
  const feeAfter = fee ? fee.feeFor(asPaise(sumOf(left))) : asPaise(0)
  const freeDelivery = discounts.findLast(({ offer }) => offer.terms.kind === 'freeDelivery')
  if (freeDelivery) freeDelivery.deliveryPaise = feeAfter
  const used = discounts.filter(({ linePaise, deliveryPaise }) => sumOf(linePaise) + deliveryPaise > 0)
  const paid = sumOf(left) + feeAfter - (freeDelivery?.deliveryPaise ?? 0)
  const listed = sumPrices(lines) + feeBefore
  return { discounts: used, savedPaise: listed - paid }
}

/** Automatic offers come first in the order of OFFER_KINDS, then those with a code, and free delivery last. */
function placeOf({ terms, code }: PricedOffer): number {
  const group = terms.kind === 'freeDelivery' ? 2 : code === undefined ? 0 : 1
  return group * OFFER_KINDS.length + OFFER_KINDS.indexOf(terms.kind)
}

/** Why the offer takes nothing off this order, whatever other offers do; null if it may. */
function reasonAgainst(
  offer: PricedOffer,
  lines: readonly Line[],
  fee: FeeRule,
  at: Date,
): UnusedReason | null {
  const { terms, startsAt, endsAt, minSpend, refusal } = offer
  if (refusal !== undefined) return { kind: 'refused', text: refusal }
  const time = at.getTime()
  if (startsAt !== undefined && time < Date.parse(startsAt)) return { kind: 'notBegun' }
  if (endsAt !== undefined && time >= Date.parse(endsAt)) return { kind: 'ended' }
  const wanted = lines.filter((line) => isAbout(offer, line))
  if (wanted.length === 0) return { kind: 'noProducts' }
  const missingPaise = minSpend === undefined ? 0 : rupeesToPaise(minSpend) - sumPrices(wanted)
  if (missingPaise > 0) return { kind: 'minSpend', missingPaise }
  if (terms.kind === 'buyGet') {
    const units = sumOf(wanted.map(({ quantity }) => quantity))
    if (units <= terms.buy) return { kind: 'tooFew', missing: terms.buy + 1 - units }
  }
  if (terms.kind === 'quantityPrice') {
    const most = Math.max(...wanted.map(({ quantity }) => quantity))
    if (most < terms.from) return { kind: 'tooFew', missing: terms.from - most }
  }
  if (terms.kind === 'freeDelivery') {
    if (!fee) return { kind: 'addressUnknown' }
    const { zones } = terms
    // A pincode that is not in the table may lie in several zones. All of them must be free.
    if (zones && !fee.zones.every((zone) => zone !== undefined && zones.includes(zone)))
      return { kind: 'otherZone' }
  }
  return null
}

function isAbout({ productIds }: PricedOffer, { productId }: Line) {
  return productIds === undefined || productIds.includes(productId)
}

/** What the offer takes off each line. `left` is what earlier offers have left of each line's price. */
function discountOf(offer: PricedOffer, lines: readonly Line[], left: readonly number[]): Paise[] {
  const { terms } = offer
  // What is left of the lines that the offer is about, and 0 for all other lines.
  const wanted = lines.map((line, index) => (isAbout(offer, line) ? (left[index] ?? 0) : 0))
  switch (terms.kind) {
    case 'percentOff': {
      // Percents have at most two decimals, so that this is exact.
      const share = Math.floor((sumOf(wanted) * Math.round(terms.percent * 100)) / 10_000)
      return divideOver(wanted, Math.min(share, terms.cap === undefined ? share : rupeesToPaise(terms.cap)))
    }
    case 'rupeesOff':
      return divideOver(wanted, rupeesToPaise(terms.amount))
    case 'buyGet':
      return divideOver(wanted, priceOfFreeUnits(terms, lines, wanted))
    case 'quantityPrice': {
      const price = rupeesToPaise(terms.price)
      return lines.map(({ quantity, pricePaise }, index) => {
        if (quantity < terms.from) return asPaise(0)
        return asPaise(Math.min(wanted[index] ?? 0, Math.max(0, pricePaise - price) * quantity))
      })
    }
    case 'freeDelivery':
      return lines.map(() => asPaise(0))
    default:
      return terms satisfies never
  }
}

/** Divided by value, so that no unit of an offer can be given back for more than was paid for it. */
function divideOver(wanted: readonly number[], paise: number): Paise[] {
  return divideByWeight(asPaise(Math.min(paise, sumOf(wanted))), wanted)
}

/** The price of the free units: for each `buy + get` units, `get` are free, the cheapest of all. */
function priceOfFreeUnits(
  { buy, get }: { buy: number; get: number },
  lines: readonly Line[],
  wanted: readonly number[],
): number {
  const priced = lines
    .map(({ quantity }, index) => ({ quantity, price: Math.floor((wanted[index] ?? 0) / quantity) }))
    .filter((_, index) => (wanted[index] ?? 0) > 0)
    .toSorted((one, other) => one.price - other.price)
  const units = sumOf(priced.map(({ quantity }) => quantity))
  const group = buy + get
  let free = Math.floor(units / group) * get + Math.max(0, (units % group) - buy)
  let sum = 0
  for (const { quantity, price } of priced) {
    const taken = Math.min(free, quantity)
    sum += taken * price
    free -= taken
  }
  return sum
}
