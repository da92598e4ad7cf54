import { type Delivery, deliveryFor } from '@nashta/contracts/delivery/delivery'
import { parsePincode } from '@nashta/contracts/delivery/delivery-fee'
import { PINCODE_UNREADABLE, pincodeUnknown } from '@nashta/contracts/delivery/delivery-texts'
import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { asPaise, type Paise } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PincodeTable } from './pincode-table.ts'

export type DeliveryRequest = {
  pincode: string
  /** The states that the address may lie in, from `statesOfAddress`. */
  states: readonly string[]
  subtotal: Paise
  /** When the order is placed. */
  at: Date
}

/**
 * Fee, date and cash on delivery for an order to this address. If the pincode may lie in several
 * states, the strictest terms of these states apply, so that an invented pincode gives no cheaper
 * delivery.
 */
export function deliveryToAddress(
  { pincode, states, subtotal, at }: DeliveryRequest,
  { zones, pincodes }: { zones: DeliveryZones; pincodes: PincodeTable },
): Delivery {
  assertPlaceIsKnown(pincode, zones, pincodes)
  const [first = null, ...others] = states
  const deliveryIn = (stateCode: string | null) => deliveryFor(zones, { pincode, stateCode }, subtotal, at)
  return others.map(deliveryIn).reduce(combineStrictest, deliveryIn(first))
}

/**
 * Throws if no zone has a prefix of the pincode, and no pincode in the table has the same first two
 * digits. For example, the pincodes of the Army Post begin with 9, and are not in the table. An
 * Army Post pincode is accepted if a zone has the prefix `9`.
 */
function assertPlaceIsKnown(written: string, { zones }: DeliveryZones, pincodes: PincodeTable) {
  // Without zones, all of India has the same terms, so any pincode is accepted.
  if (zones.length === 0) return
  const pincode = parsePincode(written)
  if (pincode === null) throw new ServiceError('ADDRESS_NOT_SERVED', PINCODE_UNREADABLE)
  const isInZone = zones.some((zone) => zone.pincodes.some((prefix) => pincode.startsWith(prefix)))
  if (!isInZone && pincodes.statesNear(pincode).length === 0)
    throw new ServiceError('ADDRESS_NOT_SERVED', pincodeUnknown(pincode))
}

/** Takes each field from the delivery that is worse for the shopper in this field. */
function combineStrictest(one: Delivery, other: Delivery): Delivery {
  const caps = [one.codMaxPaise, other.codMaxPaise].filter((cap) => cap !== null)
  return {
    serviceable: one.serviceable && other.serviceable,
    feePaise: asPaise(Math.max(one.feePaise, other.feePaise)),
    by: one.by > other.by ? one.by : other.by,
    cod: one.cod && other.cod,
    codMaxPaise: caps.length === 0 ? null : asPaise(Math.min(...caps)),
  }
}
