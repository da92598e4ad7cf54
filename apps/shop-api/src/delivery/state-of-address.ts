import { parsePincode } from '@nashta/contracts/delivery/delivery-fee'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { GST_STATES } from '@nashta/contracts/shop/gst-states'
import type { PincodeTable } from './pincode-table.ts'

type Address = Pick<ShippingAddress, 'pincode' | 'state' | 'stateCode'>

/**
 * The GST codes of the states that an address may lie in, the likeliest first. Empty when no state
 * is known. The pincode decides, because parcels follow the pincode. For a pincode in two states,
 * the state code or the state name in the address decides. For a pincode that is not in the table,
 * the result has every state whose pincodes begin with the same two digits, and also the states of
 * the state name and the state code in the address.
 */
export function statesOfAddress(
  pincodes: PincodeTable,
  { pincode, state, stateCode }: Address,
): readonly string[] {
  const validPincode = parsePincode(pincode)
  const codes = validPincode === null ? [] : pincodes.placesOf(validPincode).map((place) => place.stateCode)
  const named = codeOfName(state)
  const [first] = codes
  if (first !== undefined) {
    // A client sends the code to choose one of a pincode's two states, so the code counts first.
    const chosen = [stateCode, named].find((code) => code && codes.includes(code))
    return [chosen ?? first]
  }

  // The code is only meant to choose between the two states of a known pincode. This pincode is not
  // known, so the name that the shopper typed comes before the code.
  const written = [named, stateCode].filter((code) => typeof code === 'string')
  const near = validPincode === null ? [] : pincodes.statesNear(validPincode)
  const likely = written.filter((code) => near.includes(code))
  return [...new Set([...likely, ...near, ...written])]
}

/**
 * Sets the state code to the first of `states`, which come from `statesOfAddress`. Without states,
 * the address gets no state code.
 */
export function withStateCode<Sent extends ShippingAddress>(sent: Sent, states: readonly string[]) {
  const [stateCode] = states
  const { stateCode: _sent, ...address } = sent
  return stateCode === undefined ? address : { ...address, stateCode }
}

const CODES_BY_NAME = new Map(Object.entries(GST_STATES).map(([code, name]) => [normalise(name), code]))

function codeOfName(name: string): string | null {
  return CODES_BY_NAME.get(normalise(name)) ?? null
}

/** `Jammu & Kashmir` and `jammu and  kashmir` are one state. */
function normalise(name: string) {
  return name.toLowerCase().replaceAll('&', ' and ').replace(/\s+/g, ' ').trim()
}
