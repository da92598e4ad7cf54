import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'

/** As typed. */
export type AddressValues = Record<keyof ShippingAddress, string>

let kept: { userId: string; address: AddressValues } | null = null

/**
 * In memory only, for as long as the page is open: whoever has to sign in again on the way finds the form as it
 * was left. Nobody else does.
 */
export function keepAddress(userId: string, address: AddressValues) {
  kept = { userId, address }
}

export function keptAddress(userId: string): AddressValues | null {
  return kept?.userId === userId ? kept.address : null
}

export function forgetAddress() {
  kept = null
}
