// What an offer is. Only types and plain rules: pages compute prices without a schema library.

/** All amounts are in rupees, as on the wire. */
export type OfferTerms =
  | { kind: 'percentOff'; percent: number; cap?: number | undefined }
  | { kind: 'rupeesOff'; amount: number }
  /** Without zones, for every address that the shop delivers to. */
  | { kind: 'freeDelivery'; zones?: string[] | undefined }
  /** Of each `buy + get` units, the cheapest `get` cost nothing. */
  | { kind: 'buyGet'; buy: number; get: number }
  /** From `from` units of a product on, each of them costs `price`. */
  | { kind: 'quantityPrice'; from: number; price: number }

export type OfferKind = OfferTerms['kind']

/** The order in which offers are taken off: first those on units, then those on the whole. */
export const OFFER_KINDS = [
  'quantityPrice',
  'buyGet',
  'percentOff',
  'rupeesOff',
  'freeDelivery',
] as const satisfies OfferKind[]

/** An offer, as a price needs it. */
export type PricedOffer = {
  id: string
  /** What shoppers read. */
  name: string
  /** Absent for an offer that needs no code. */
  code?: string | undefined
  terms: OfferTerms
  /** The first moment. Absent if it has begun. */
  startsAt?: string | undefined
  /** From this moment on, the offer is over. */
  endsAt?: string | undefined
  /** What the products of the offer must cost at least, before any discount. In rupees. */
  minSpend?: number | undefined
  /** The products that it is about. Absent for all. */
  productIds?: string[] | undefined
  /** Whether it may be used together with automatic offers that also have this flag. */
  combines: boolean
  /** Why this shopper cannot use it, as a text; absent if they can. */
  refusal?: string | undefined
}

/** Why an offer takes nothing off an order. */
export type UnusedReason =
  | { kind: 'refused'; text: string }
  | { kind: 'notBegun' }
  | { kind: 'ended' }
  | { kind: 'noProducts' }
  /** The products of the offer must cost so much more. */
  | { kind: 'minSpend'; missingPaise: number }
  /** So many more units are needed. */
  | { kind: 'tooFew'; missing: number }
  | { kind: 'addressUnknown' }
  | { kind: 'otherZone' }
  /** The order costs no more without it, for example because its delivery is free anyway. */
  | { kind: 'noEffect' }
  /** Other offers take off at least as much, and it may not be combined with them. */
  | { kind: 'lessThan'; names: readonly string[] }

/** The most characters of a typed code, blanks included. */
export const OFFER_CODE_MAX_LENGTH = 60

const CODE_NOISE = /[\s-]+/gu

/** The one spelling of a code: case and blanks do not matter. */
export function normaliseCode(text: string): string {
  return text.normalize('NFKC').replace(CODE_NOISE, '').toUpperCase()
}
