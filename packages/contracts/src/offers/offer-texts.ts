import { formatLongDateTime } from '../dates.ts'
import { asPaise, formatRupees, rupeesToPaise } from '../money.ts'
import type { OfferTerms, PricedOffer, UnusedReason } from '../pricing/offer.ts'

export const CODE_ENDED = 'This code is no longer valid'
export const CODE_PAUSED = 'This code does not work at the moment'
export const ONLY_FIRST_ORDER = 'It is for a first order'
export const OFFER_USED_UP = 'It has been used as often as it may be'
export const OFFER_USED_BY_YOU = 'You have used it already'

export function codeUnknown(code: string) {
  return `There is no code ${code}. Please check its spelling.`
}

/** What the offer gives, in a few words. */
export function describeOfferTerms(terms: OfferTerms): string {
  switch (terms.kind) {
    case 'percentOff':
      return `${terms.percent}% off${terms.cap === undefined ? '' : `, at most ${rupees(terms.cap)}`}`
    case 'rupeesOff':
      return `${rupees(terms.amount)} off`
    case 'freeDelivery':
      return terms.zones ? `Free delivery in ${terms.zones.join(', ')}` : 'Free delivery'
    case 'buyGet':
      return `Buy ${terms.buy}, get ${terms.get} free`
    case 'quantityPrice':
      return `${rupees(terms.price)} each from ${terms.from} units`
    default:
      return terms satisfies never
  }
}

/** Why an offer takes nothing off, as a sentence for the shopper. */
export function describeUnused({ terms, startsAt }: PricedOffer, reason: UnusedReason): string {
  switch (reason.kind) {
    case 'refused':
      return reason.text
    case 'notBegun':
      return `It begins on ${formatLongDateTime(startsAt ?? '')}`
    case 'ended':
      return 'It has ended'
    case 'noProducts':
      return 'None of your snacks belongs to it'
    case 'minSpend':
      return `Add snacks for ${formatRupees(asPaise(reason.missingPaise))} more to get it`
    case 'tooFew':
      return terms.kind === 'quantityPrice'
        ? `Add ${reason.missing} more of the same snack to get it`
        : `Add ${reason.missing} more to get it`
    case 'addressUnknown':
      return 'We need your pincode to know whether it holds there'
    case 'otherZone':
      return 'It does not hold for your address'
    case 'noEffect':
      return terms.kind === 'freeDelivery'
        ? 'Your delivery is free anyway'
        : 'It takes nothing off this order'
    case 'lessThan':
      return `${reason.names.join(' and ')} saves you more, and the two cannot be used together`
    default:
      return reason satisfies never
  }
}

/** The name of the offer, and why it takes nothing off: “Diwali: add 1 more to get it”. */
export function unusedNote(offer: PricedOffer, reason: UnusedReason): string {
  const text = describeUnused(offer, reason)
  // This reason begins with a name.
  if (reason.kind === 'lessThan') return `${offer.name}: ${text}`
  return `${offer.name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function rupees(amount: number) {
  return formatRupees(rupeesToPaise(amount))
}
