import { type Delivery, deliveryFor } from '@nashta/contracts/delivery/delivery'
import { PINCODE_UNREADABLE, pincodeUnknown } from '@nashta/contracts/delivery/delivery-texts'
import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { isArmyPost, parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { asPaise } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { PincodeTable } from './pincode-table.ts'

export type DeliveryRequest = {
  pincode: string
  /** The states that the address may lie in, from `statesOfAddress`. */
  states: readonly string[]
}

/**
 * Fees, time and cash on delivery for an order to this address. A pincode that is not in the table
 * may lie in several states. The strictest terms of these states apply, so that an invented pincode
 * gives no cheaper delivery.
 */
export function deliveryToAddress(
  { pincode, states }: DeliveryRequest,
  { zones, pincodes }: { zones: DeliveryZones; pincodes: PincodeTable },
): Delivery {
  assertPincodeMayExist(pincode, zones, pincodes)
  // Whatever state the address names, the Army Post lies in none.
  const isInState = states.length > 0 && !isArmyPost(parsePincode(pincode) ?? '')
  const stateCodes: readonly (string | null)[] = isInState ? states : [null]
  const deliveries = stateCodes.map((stateCode) => deliveryFor(zones, { pincode, stateCode }))
  return deliveries.reduce(combineStrictest)
}

function assertPincodeMayExist(writtenPincode: string, { zones }: DeliveryZones, pincodes: PincodeTable) {
  // Without zones, all of India has the same terms, so any pincode is accepted.
  if (zones.length === 0) return
  const pincode = parsePincode(writtenPincode)
  if (pincode === null) throw new ServiceError('ADDRESS_NOT_SERVED', PINCODE_UNREADABLE)
  // A zone lists the first digits of its pincodes. These pincodes need not be in the table.
  const isInZone = zones.some((zone) => zone.pincodes.some((prefix) => pincode.startsWith(prefix)))
  // An area is the first two digits of a pincode. New pincodes lie in known areas.
  const isInKnownArea = pincodes.statesNear(pincode).length > 0
  if (!isInZone && !isInKnownArea && !isArmyPost(pincode)) {
    throw new ServiceError('ADDRESS_NOT_SERVED', pincodeUnknown(pincode))
  }
}

/** Takes each field from the delivery that is worse for the shopper in this field. */
function combineStrictest(one: Delivery, other: Delivery): Delivery {
  const caps = [one.codMaxPaise, other.codMaxPaise].filter((cap) => cap !== null)
  const cutOffs = [one.time.cutOffHour, other.time.cutOffHour].filter((hour) => hour !== undefined)
  return {
    serviceable: one.serviceable && other.serviceable,
    // Of all fees, the highest one counts.
    fees: [...one.fees, ...other.fees],
    time: {
      days: Math.max(one.time.days, other.time.days),
      ...(cutOffs.length > 0 && { cutOffHour: Math.min(...cutOffs) }),
    },
    cod: one.cod && other.cod,
    codMaxPaise: caps.length === 0 ? null : asPaise(Math.min(...caps)),
  }
}
