import type { OfferInput, OfferState } from '@nashta/contracts/offers/offers'
import type { OfferKind } from '@nashta/contracts/pricing/offer'

export const OFFER_KIND_LABELS: Record<OfferKind, string> = {
  percentOff: 'Percent off',
  rupeesOff: 'Rupees off',
  freeDelivery: 'Free delivery',
  buyGet: 'Buy some, get some free',
  quantityPrice: 'Price from a number of units',
}

export const OFFER_STATE_LABELS: Record<OfferState, string> = {
  scheduled: 'Planned',
  running: 'Running',
  paused: 'Paused',
  ended: 'Ended',
}

export const OFFER_FIELD_LABELS: Record<keyof OfferInput, string> = {
  name: 'Name',
  code: 'Code',
  terms: 'What it gives',
  startsAt: 'Begins',
  endsAt: 'Ends',
  minSpend: 'Minimum spend ₹',
  products: 'Products',
  shelves: 'Shelves',
  firstOrderOnly: 'Only for a first order',
  usesMax: 'Uses in all',
  usesPerCustomer: 'Uses per customer',
  combines: 'May be used together with other offers',
}
