import { hourOfDay } from '../dates.ts'
import { type Paise, rupeesToPaise } from '../money.ts'
import { nextOpenDay, type ShopCalendar } from '../open-time.ts'
import type { DeliveryFeeTerms } from './delivery-fee.ts'
import type { DeliveryTerms, DeliveryZones } from './delivery-zones.ts'
import { parsePincode } from './parse-pincode.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The place that an order is sent to. The state is a GST code; null when it is not known. */
export type DeliveryPlace = { pincode: string; stateCode: string | null }

/** The terms of the first zone that contains the place, or those for the rest of India. */
export function termsFor(
  { zones, rest }: DeliveryZones,
  { pincode, stateCode }: DeliveryPlace,
): DeliveryTerms & { name?: string } {
  const validPincode = parsePincode(pincode)
  const zone = zones.find(
    ({ pincodes, states }) =>
      (validPincode !== null && pincodes.some((prefix) => validPincode.startsWith(prefix))) ||
      (stateCode !== null && states.includes(stateCode)),
  )
  return zone ?? rest
}

/** The terms of a zone that decide when an order arrives. */
export type DeliveryTime = Pick<DeliveryTerms, 'days' | 'cutOffHour'>

/**
 * When an order that is confirmed at `at` arrives at the latest. An order on a closed day of the
 * shop, or in its pause, counts as one of the next open day, and closed days do not count as days of the
 * delivery.
 */
export function deliveryDate({ days, cutOffHour }: DeliveryTime, at: Date, calendar: ShopCalendar): Date {
  // An order at the cut-off hour or later counts as one of the next day.
  const isLate = cutOffHour !== undefined && hourOfDay(at) >= cutOffHour
  let day = nextOpenDay(isLate ? nextDay(at) : at, calendar)
  for (let passed = 0; passed < days; passed += 1) day = nextOpenDay(nextDay(day), calendar)
  return day
}

function nextDay(at: Date) {
  return new Date(at.getTime() + DAY_MS)
}

/** The fee, time and cash terms for one address. */
export type Delivery = {
  serviceable: boolean
  /** The fees of the zones that the address may lie in. `priceOrder` finds the fee of an order by them. */
  fees: readonly DeliveryFeeTerms[]
  time: DeliveryTime
  /** Whether the order may be paid in cash on delivery, up to `codMaxPaise`. */
  cod: boolean
  /** Null when there is no limit. */
  codMaxPaise: Paise | null
}

export function deliveryFor(zones: DeliveryZones, place: DeliveryPlace): Delivery {
  const terms = termsFor(zones, place)
  const { days, cutOffHour } = terms
  return {
    serviceable: terms.delivers,
    fees: [feeTermsOf(terms)],
    time: { days, ...(cutOffHour !== undefined && { cutOffHour }) },
    cod: terms.cod,
    codMaxPaise: terms.codMax === undefined ? null : rupeesToPaise(terms.codMax),
  }
}

/** `name` is that of the zone; the rest of India has none. */
export function feeTermsOf({
  fee,
  freeFrom,
  name: zone,
}: DeliveryTerms & { name?: string }): DeliveryFeeTerms {
  return { fee, ...(freeFrom !== undefined && { freeFrom }), ...(zone !== undefined && { zone }) }
}
