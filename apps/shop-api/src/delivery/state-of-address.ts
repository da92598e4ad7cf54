import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { GST_STATES } from '@nashta/contracts/gst-states'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { PincodeTable } from './pincode-table.ts'

type Address = Pick<ShippingAddress, 'pincode' | 'state' | 'stateCode'>

/**
 * The GST codes of the states that an address may lie in, the likeliest first. The pincode decides,
 * because parcels follow the pincode.
 *
 * - For a pincode in the table, the result is the state that `chooseState` chooses.
 * - For any other pincode, the result is the list of `possibleStates`, which may be empty.
 */
export function statesOfAddress(pincodes: PincodeTable, address: Address): readonly string[] {
  const validPincode = parsePincode(address.pincode)
  if (validPincode === null) return possibleStates([], address)
  const [first, ...others] = pincodes.placesOf(validPincode).map((place) => place.stateCode)
  const isInTable = first !== undefined
  if (!isInTable) return possibleStates(pincodes.statesNear(validPincode), address)
  return [chooseState([first, ...others], address)]
}

/**
 * Chooses one of the states of a pincode, in this order of preference:
 *
 * 1. the state of the code in the address, because clients send the code to choose a state
 * 2. the state of the name in the address
 * 3. the state with the most post offices, which is the first
 */
function chooseState(codes: readonly [string, ...string[]], { state, stateCode }: Address): string {
  const chosen = [stateCode, codeOfName(state)].find((code) => code && codes.includes(code))
  return chosen ?? codes[0]
}

/**
 * The states of a pincode that is not in the table. `near` has the states whose pincodes begin with
 * the same two digits. The order is:
 *
 * 1. the state of the name in the address, then the state of the code, if they are in `near`
 * 2. the other states in `near`
 * 3. the states of name and code that are not in `near`
 *
 * The name comes before the code, unlike in `chooseState`: shoppers choose the code only from the
 * states that the table has for a pincode, and for this pincode the table has none.
 */
function possibleStates(near: readonly string[], { state, stateCode }: Address): readonly string[] {
  const written = [codeOfName(state), stateCode].filter((code) => typeof code === 'string')
  const likely = written.filter((code) => near.includes(code))
  return [...new Set([...likely, ...near, ...written])]
}

/**
 * Replaces the state code of the address by the first of `states`, the result of `statesOfAddress`.
 * Without states, the address gets no state code.
 */
export function withStateCode<Sent extends ShippingAddress>(sent: Sent, states: readonly string[]) {
  const [likeliest] = states
  const { stateCode: _sentCode, ...address } = sent
  return likeliest === undefined ? address : { ...address, stateCode: likeliest }
}

const CODES_BY_NAME = new Map(Object.entries(GST_STATES).map(([code, name]) => [normalise(name), code]))

function codeOfName(name: string): string | null {
  return CODES_BY_NAME.get(normalise(name)) ?? null
}

/** `Jammu & Kashmir` and `jammu and  kashmir` are one state. */
function normalise(name: string) {
  return name.toLowerCase().replaceAll('&', ' and ').replace(/\s+/g, ' ').trim()
}
