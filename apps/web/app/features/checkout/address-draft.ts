import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'

/** The form's values as typed. */
export type AddressValues = Record<keyof ShippingAddress, string>

let draft: { userId: string; address: AddressValues } | null = null

/**
 * In memory only, while the page is open: a shopper who has to sign in again during the checkout finds the form as it
 * was. Another shopper does not.
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
