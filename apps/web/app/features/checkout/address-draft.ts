import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'

/** The values of the shipping form, as the shopper typed them. */
export type AddressValues = Record<keyof ShippingAddress, string>

let draft: { userId: string; address: AddressValues } | null = null

/**
 * Holds the values in memory, until the page is reloaded: a shopper who has to sign in again during the checkout finds
 * the form filled in, and another shopper does not.
 */
export function saveAddressDraft(userId: string, address: AddressValues) {
  draft = { userId, address }
}

export function addressDraftOf(userId: string): AddressValues | null {
  return draft?.userId === userId ? draft.address : null
}

export function clearAddressDraft() {
  draft = null
}
