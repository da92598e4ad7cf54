import { isStateCode, STATES_BY_NAME } from '../gst-states.ts'
import type { SupplyKind } from './tax.ts'

/** Union territories without a legislature. Their half of the tax is called UTGST. */
const UTGST_TERRITORIES: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38'])

type Address = { state: string; stateCode?: string | undefined }

/**
 * The GST code of the state that an order is delivered to. The store derives the code from the
 * pincode. Without a code, the name of the state decides. An address in no state, such as one of the
 * Army Post, counts as the seller's state, which is the law's rule for an unknown place.
 */
export function placeOfSupply({ state, stateCode }: Address, sellerState: string): string {
  if (stateCode !== undefined && isStateCode(stateCode)) return stateCode
  const name = state.trim().toLowerCase()
  return STATES_BY_NAME.find(([, each]) => each.toLowerCase() === name)?.[0] ?? sellerState
}

export function supplyKindOf(place: string, sellerState: string): SupplyKind {
  return place === sellerState ? 'intra' : 'inter'
}

/** What the second half of the tax within a state is called there. */
export function stateTaxName(place: string): 'SGST' | 'UTGST' {
  return UTGST_TERRITORIES.has(place) ? 'UTGST' : 'SGST'
}
