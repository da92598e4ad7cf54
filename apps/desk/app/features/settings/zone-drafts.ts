import type { DeliveryTerms, DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { parseNumber } from '../../data/parse-number.ts'

/** The terms of a delivery zone, as values of form fields. */
export type TermsDraft = {
  delivers: boolean
  fee: string
  freeFrom: string
  days: string
  cod: boolean
  codMax: string
  cutOffHour: string
}

/** `id` tells the zones of the form apart. It is not stored. */
export type ZoneDraft = TermsDraft & { id: string; name: string; pincodes: string; states: readonly string[] }

export type ZonesDraft = { zones: readonly ZoneDraft[]; rest: TermsDraft }

/** A new zone starts with the terms of the specification. */
const NEW_TERMS: DeliveryTerms = { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true }

export function newZone(id: string): ZoneDraft {
  return { id, name: '', pincodes: '', states: [], ...termsDraft(NEW_TERMS) }
}

export function draftOf({ zones, rest }: DeliveryZones): ZonesDraft {
  return {
    zones: zones.map((zone, index) =>
      Object.assign(termsDraft(zone), {
        id: `stored-${index}`,
        name: zone.name,
        pincodes: zone.pincodes.join(', '),
        states: zone.states,
      }),
    ),
    rest: termsDraft(rest),
  }
}

/** The zones in the fields. They are not checked yet: `deliveryZonesSchema` does that. */
export function zonesOf({ zones, rest }: ZonesDraft) {
  return {
    zones: zones.map((zone) =>
      Object.assign(
        { name: zone.name, pincodes: zone.pincodes.split(/[\s,]+/).filter(Boolean), states: zone.states },
        termsOf(zone),
      ),
    ),
    rest: termsOf(rest),
  }
}

function termsDraft({ delivers, fee, freeFrom, days, cod, codMax, cutOffHour }: DeliveryTerms): TermsDraft {
  return {
    delivers,
    fee: textOf(fee),
    freeFrom: textOf(freeFrom),
    days: textOf(days),
    cod,
    codMax: textOf(codMax),
    cutOffHour: textOf(cutOffHour),
  }
}

function termsOf({ delivers, fee, freeFrom, days, cod, codMax, cutOffHour }: TermsDraft) {
  return {
    delivers,
    fee: parseNumber(fee),
    ...(freeFrom.trim() && { freeFrom: parseNumber(freeFrom) }),
    days: parseNumber(days),
    cod,
    ...(codMax.trim() && { codMax: parseNumber(codMax) }),
    ...(cutOffHour.trim() && { cutOffHour: parseNumber(cutOffHour) }),
  }
}

function textOf(value: number | undefined) {
  return value === undefined ? '' : String(value)
}
