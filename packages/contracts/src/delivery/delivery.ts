import { hourOfDay } from '../dates.ts'
import { type Paise, rupeesToPaise } from '../money.ts'
import { deliveryFee } from './delivery-fee.ts'
import type { DeliveryTerms, DeliveryZones } from './delivery-zones.ts'
import { parsePincode } from './parse-pincode.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The place that an order is sent to. The state is a GST code; null when it is not known. */
export type DeliveryPlace = { pincode: string; stateCode: string | null }

/** The terms of the first zone that contains the place, or those for the rest of India. */
export function termsFor(
  { zones, rest }: DeliveryZones,
  { pincode, stateCode }: DeliveryPlace,
): DeliveryTerms {
  const validPincode = parsePincode(pincode)
  const zone = zones.find(
    ({ pincodes, states }) =>
      (validPincode !== null && pincodes.some((prefix) => validPincode.startsWith(prefix))) ||
      (stateCode !== null && states.includes(stateCode)),
  )
  return zone ?? rest
}

/** When an order that is placed at `at` arrives at the latest. */
export function deliveryDate(
  { days, cutOffHour }: Pick<DeliveryTerms, 'days' | 'cutOffHour'>,
  at: Date,
): Date {
  // An order at the cut-off hour or later counts as one of the next day.
  const extraDays = cutOffHour !== undefined && hourOfDay(at) >= cutOffHour ? 1 : 0
  return new Date(at.getTime() + (days + extraDays) * DAY_MS)
}

/** The fee, date and cash terms for one order: they depend on its address, value and time. */
export type Delivery = {
  serviceable: boolean
  feePaise: Paise
  /** When the order arrives at the latest. */
  by: Date
  /** Whether the order may be paid in cash on delivery, up to `codMaxPaise`. */
  cod: boolean
  /** Null when there is no limit. */
  codMaxPaise: Paise | null
}

export function deliveryFor(zones: DeliveryZones, place: DeliveryPlace, subtotal: Paise, at: Date): Delivery {
  const terms = termsFor(zones, place)
  return {
    serviceable: terms.delivers,
    feePaise: deliveryFee(terms, subtotal),
    by: deliveryDate(terms, at),
    cod: terms.cod,
    codMaxPaise: terms.codMax === undefined ? null : rupeesToPaise(terms.codMax),
  }
}
