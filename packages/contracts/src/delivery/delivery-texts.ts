import { formatRupees, type Paise, rupeesToPaise } from '../money.ts'
import type { DeliveryTerms } from './delivery-zones.ts'

export const PINCODE_NOT_FOUND = 'There is no such pincode'
export const COD_NOT_OFFERED =
  'Cash on delivery is not offered for this address: please choose another way to pay'

export const PINCODE_UNREADABLE =
  'We cannot read this pincode, so we cannot tell the price of delivery. A pincode has six digits.'

/** The error text for an order with a pincode that does not exist. */
export function pincodeUnknown(pincode: string): string {
  return `We do not know the pincode ${pincode}, so we cannot tell the price of delivery. Please check it.`
}

/** The error text for an order with a pincode that exists, but is in a zone without delivery. */
export function addressNotServed(pincode: string): string {
  return `We do not deliver to ${pincode} yet. Please choose another address.`
}

export function codLimited(max: Paise): string {
  return `Orders above ${formatRupees(max)} cannot be paid on delivery: please choose another way to pay`
}

/** The terms of one zone as text: “₹49, free from ₹500, within 3 days. Cash on delivery.” */
export function describeTerms(terms: DeliveryTerms): string {
  const { delivers, days, cutOffHour } = terms
  if (!delivers) return 'We do not deliver there yet.'
  const cutOff = cutOffHour === undefined ? '' : `, for orders before ${cutOffHour}:00`
  return `${feeOf(terms)}, within ${days} ${days === 1 ? 'day' : 'days'}${cutOff}. ${cashOf(terms)}`
}

function feeOf({ fee, freeFrom }: DeliveryTerms) {
  if (fee === 0) return 'Free'
  const free = freeFrom === undefined ? '' : `, free from ${rupees(freeFrom)}`
  return `${rupees(fee)}${free}`
}

function cashOf({ cod, codMax }: DeliveryTerms) {
  if (!cod) return 'No cash on delivery.'
  return codMax === undefined ? 'Cash on delivery.' : `Cash on delivery up to ${rupees(codMax)}.`
}

function rupees(amount: number) {
  return formatRupees(rupeesToPaise(amount))
}

/** For a shop that is not registered for GST, or under its composition scheme. */
export function sellsOnlyWithin(state: string) {
  return `By tax law this shop can only deliver within ${state}. Please choose an address there`
}
