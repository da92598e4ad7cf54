import {
  ADDRESS_BOOK_FULL,
  ADDRESS_NOT_FOUND,
  ADDRESSES_MAX,
} from '@nashta/contracts/addresses/address-texts'
import type { AddressInput, SavedAddress } from '@nashta/contracts/addresses/addresses'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { ServiceError } from '@nashta/service-kit/service-error'

/** The saved addresses of a shopper, the default first. */
export type AddressBook = readonly SavedAddress[]

/**
 * Adds an address at the end, or first when it is the default. The only address is always the
 * default. An address that is already saved is not added again, but it may become the default.
 */
export function addAddress(book: AddressBook, addressId: string, input: AddressInput): AddressBook {
  const { isDefault = false, ...address } = input
  const saved = book.find((each) => isSameAddress(each, address))
  if (saved) return isDefault ? withDefault(book, saved.addressId) : book
  if (book.length >= ADDRESSES_MAX) throw new ServiceError('ADDRESS_BOOK_FULL', ADDRESS_BOOK_FULL)
  const added = [...book, { ...address, addressId, isDefault: book.length === 0 }]
  return isDefault ? withDefault(added, addressId) : added
}

/**
 * Replaces an address. The default address stays the default even with `isDefault: false`, until
 * another address becomes the default.
 */
export function updateAddress(book: AddressBook, addressId: string, input: AddressInput): AddressBook {
  const before = book.find((each) => each.addressId === addressId)
  if (!before) throw addressNotFound()
  const { isDefault, ...address } = input
  const after = { ...address, addressId, isDefault: before.isDefault }
  const updated = book.map((each) => (each === before ? after : each))
  return isDefault ? withDefault(updated, addressId) : updated
}

export function removeAddress(book: AddressBook, addressId: string): AddressBook {
  const rest = book.filter((each) => each.addressId !== addressId)
  if (rest.length === book.length) throw addressNotFound()
  // The default address is first. If it was removed, the next address becomes the default.
  const [first] = rest
  return first ? withDefault(rest, first.addressId) : rest
}

/** Makes one address the default, and moves it to the first place. */
function withDefault(book: AddressBook, addressId: string): AddressBook {
  const marked = book.map((each) => Object.assign({}, each, { isDefault: each.addressId === addressId }))
  return marked.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

const FIELDS = [
  'fullName',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'pincode',
  'phoneNumber',
] as const satisfies (keyof ShippingAddress)[]

function isSameAddress(one: ShippingAddress, other: ShippingAddress) {
  return FIELDS.every((field) => (one[field] ?? '') === (other[field] ?? ''))
}

function addressNotFound() {
  return new ServiceError('ADDRESS_NOT_FOUND', ADDRESS_NOT_FOUND)
}
