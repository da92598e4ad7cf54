import { parsePincode } from '@nashta/contracts/delivery/delivery-fee'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { GST_STATES } from '@nashta/contracts/shop/gst-states'
import type { PincodeTable } from './pincode-table.ts'

type Address = Pick<ShippingAddress, 'pincode' | 'state' | 'stateCode'>

/**
 * The GST code of the state that an address lies in; null when it is not known. The pincode decides, because parcels
 * follow it. The state that the shopper typed counts only when the pincode lies in two states or does not exist.
 */
export function stateOfAddress(
  pincodes: PincodeTable,
  { pincode, state, stateCode }: Address,
): string | null {
  const known = parsePincode(pincode)
  const codes = known === null ? [] : pincodes.placesOf(known).map((place) => place.stateCode)
  const written = codeOfName(state)
  if (codes.length === 0) return written ?? stateCode ?? null
  return [stateCode, written].find((code) => code && codes.includes(code)) ?? codes[0] ?? null
}

/** The address with the GST code of its state; without one when it is not known. */
export function withStateCode<Sent extends ShippingAddress>(sent: Sent, pincodes: PincodeTable) {
  const { stateCode: _sent, ...address } = sent
  const stateCode = stateOfAddress(pincodes, sent)
  return stateCode === null ? address : { ...address, stateCode }
}

function codeOfName(name: string): string | null {
  const folded = fold(name)
  const found = Object.entries(GST_STATES).find(([, known]) => fold(known) === folded)
  return found?.[0] ?? null
}

/** `Jammu & Kashmir` and `jammu and  kashmir` are one state. */
function fold(name: string) {
  return name.toLowerCase().replaceAll('&', ' and ').replace(/\s+/g, ' ').trim()
}
