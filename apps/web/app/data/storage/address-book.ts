import {
  addAddress,
  type AddressInput,
  listAddresses,
  removeAddress,
  updateAddress,
} from '@nashta/contracts/addresses/addresses'
import { queryOptions } from '@tanstack/react-query'
import { fetchShop } from '../calls/fetch-shop.ts'

/** A shopper's saved addresses, the default first. They are cached only while a page shows them. */
export function addressBookQuery(userId: string) {
  return queryOptions({
    queryKey: ['addresses', userId],
    queryFn: async ({ signal }) =>
      (await fetchShop(listAddresses, { params: { userId }, signal })).data.addresses,
    gcTime: 0,
  })
}

/** Saves a new address, or replaces the one with this id. Returns the whole address book. */
export async function saveAddress(userId: string, addressId: string | null, body: AddressInput) {
  const { data } = await (addressId === null
    ? fetchShop(addAddress, { params: { userId }, body })
    : fetchShop(updateAddress, { params: { userId, addressId }, body }))
  return data.addresses
}

export async function deleteAddress(userId: string, addressId: string) {
  return (await fetchShop(removeAddress, { params: { userId, addressId } })).data.addresses
}
