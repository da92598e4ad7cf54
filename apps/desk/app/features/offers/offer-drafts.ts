import { KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import type { DeskOffer, OfferInput } from '@nashta/contracts/offers/offers'
import type { OfferKind } from '@nashta/contracts/pricing/offer'
import { parseNumber } from '../../data/parse-number.ts'

/** An offer as values of form fields. Numbers are texts, and times are those of India. */
export type OfferDraft = {
  name: string
  code: string
  kind: OfferKind
  percent: string
  cap: string
  amount: string
  zones: readonly string[]
  buy: string
  get: string
  from: string
  price: string
  startsAt: string
  endsAt: string
  minSpend: string
  products: readonly string[]
  shelves: readonly string[]
  firstOrderOnly: boolean
  usesMax: string
  usesPerCustomer: string
  combines: boolean
}

export const NEW_OFFER: OfferDraft = {
  name: '',
  code: '',
  kind: 'percentOff',
  percent: '',
  cap: '',
  amount: '',
  zones: [],
  buy: '2',
  get: '1',
  from: '',
  price: '',
  startsAt: '',
  endsAt: '',
  minSpend: '',
  products: [],
  shelves: [],
  firstOrderOnly: false,
  usesMax: '',
  usesPerCustomer: '',
  combines: false,
}

export function draftOfOffer(offer: DeskOffer): OfferDraft {
  const { terms, products = [], shelves = [], firstOrderOnly = false } = offer
  return {
    ...NEW_OFFER,
    name: offer.name,
    code: offer.code ?? '',
    ...draftOfTerms(terms),
    startsAt: localTime(offer.startsAt),
    endsAt: localTime(offer.endsAt),
    minSpend: textOf(offer.minSpend),
    products,
    shelves,
    firstOrderOnly,
    usesMax: textOf(offer.usesMax),
    usesPerCustomer: textOf(offer.usesPerCustomer),
    combines: offer.combines,
  }
}

function draftOfTerms(terms: DeskOffer['terms']): Partial<OfferDraft> {
  const { kind } = terms
  switch (kind) {
    case 'percentOff':
      return { kind, percent: textOf(terms.percent), cap: textOf(terms.cap) }
    case 'rupeesOff':
      return { kind, amount: textOf(terms.amount) }
    case 'freeDelivery':
      return { kind, zones: terms.zones ?? [] }
    case 'buyGet':
      return { kind, buy: textOf(terms.buy), get: textOf(terms.get) }
    case 'quantityPrice':
      return { kind, from: textOf(terms.from), price: textOf(terms.price) }
    default:
      return kind satisfies never
  }
}

/** The offer of the draft. It is not checked yet. */
export function inputOfDraft(draft: OfferDraft): OfferInput {
  const { name, code, startsAt, endsAt, minSpend, products, shelves, usesMax, usesPerCustomer } = draft
  return {
    name,
    ...(code.trim() !== '' && { code }),
    terms: termsOf(draft),
    ...(startsAt !== '' && { startsAt: instantOf(startsAt) }),
    ...(endsAt !== '' && { endsAt: instantOf(endsAt) }),
    ...(isGiven(minSpend) && { minSpend: parseNumber(minSpend) }),
    ...(products.length > 0 && { products: [...products] }),
    ...(shelves.length > 0 && { shelves: [...shelves] }),
    ...(draft.firstOrderOnly && { firstOrderOnly: true }),
    ...(isGiven(usesMax) && { usesMax: parseNumber(usesMax) }),
    ...(isGiven(usesPerCustomer) &&
      !draft.firstOrderOnly && { usesPerCustomer: parseNumber(usesPerCustomer) }),
    combines: draft.combines,
  }
}

function termsOf({
  kind,
  percent,
  cap,
  amount,
  zones,
  buy,
  get,
  from,
  price,
}: OfferDraft): OfferInput['terms'] {
  switch (kind) {
    case 'percentOff':
      return { kind, percent: parseNumber(percent), ...(isGiven(cap) && { cap: parseNumber(cap) }) }
    case 'rupeesOff':
      return { kind, amount: parseNumber(amount) }
    case 'freeDelivery':
      return { kind, ...(zones.length > 0 && { zones: [...zones] }) }
    case 'buyGet':
      return { kind, buy: parseNumber(buy), get: parseNumber(get) }
    case 'quantityPrice':
      return { kind, from: parseNumber(from), price: parseNumber(price) }
    default:
      return kind satisfies never
  }
}

function isGiven(text: string) {
  return text.trim() !== ''
}

function textOf(value: number | undefined) {
  return value === undefined ? '' : String(value)
}

/** `2026-01-31T18:00` for an instant, as an input of a time has it. */
function localTime(instant: string | undefined) {
  if (instant === undefined) return ''
  return new Date(Date.parse(instant) + KOLKATA_OFFSET_MS).toISOString().slice(0, 16)
}

function instantOf(local: string) {
  const instant = new Date(`${local}:00+05:30`)
  // The schema refuses what is no time.
  return Number.isNaN(instant.getTime()) ? local : instant.toISOString()
}
