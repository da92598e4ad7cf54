import { ADDRESSES_MAX } from '@nashta/contracts/addresses/address-texts'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it } from 'vitest'
import { addAddress, type AddressBook, removeAddress, updateAddress } from './address-book.ts'

const addressOf = (fullName: string) => ({ ...homeAddress, fullName })
const bookOf = (...names: string[]) =>
  names.reduce<AddressBook>((book, name) => addAddress(book, name, addressOf(name)), [])
/** The names in the book. A star follows the name of the default. */
const namesOf = (book: AddressBook) =>
  book.map(({ fullName, isDefault }) => fullName + (isDefault ? '*' : ''))

it('the first address is the default, until a later one is added as the default', () => {
  expect(namesOf(bookOf('a', 'b'))).toEqual(['a*', 'b'])
  expect(namesOf(addAddress(bookOf('a', 'b'), 'c', { ...addressOf('c'), isDefault: true }))).toEqual([
    'c*',
    'a',
    'b',
  ])
})

it('an address that is saved already is not saved again, and can become the default', () => {
  const book = bookOf('a', 'b')
  // An empty second line equals a missing one.
  expect(addAddress(book, 'x', { ...addressOf('b'), addressLine2: '' })).toBe(book)
  expect(namesOf(addAddress(book, 'x', { ...addressOf('b'), isDefault: true }))).toEqual(['b*', 'a'])
})

it('an updated default address stays the default until another one is made the default', () => {
  const book = bookOf('a', 'b')
  expect(namesOf(updateAddress(book, 'a', { ...addressOf('A'), isDefault: false }))).toEqual(['A*', 'b'])
  expect(namesOf(updateAddress(book, 'b', { ...addressOf('B'), isDefault: true }))).toEqual(['B*', 'a'])
})

it('an address that is not in the book cannot be updated', () => {
  const book = bookOf('a', 'b')
  expect(() => updateAddress(book, 'x', addressOf('x'))).toThrow('There is no such address')
})

it('the next address becomes the default when the default is removed', () => {
  expect(namesOf(removeAddress(bookOf('a', 'b', 'c'), 'a'))).toEqual(['b*', 'c'])
  expect(removeAddress(bookOf('a'), 'a')).toEqual([])
})

it('the default stays when another address is removed', () => {
  expect(namesOf(removeAddress(bookOf('a', 'b', 'c'), 'b'))).toEqual(['a*', 'c'])
})

it('an address book holds at most 20 addresses', () => {
  const full = bookOf(...Array.from({ length: ADDRESSES_MAX }, (_, index) => `n${index}`))
  expect(() => addAddress(full, 'x', addressOf('x'))).toThrow(
    'You have 20 saved addresses. Please remove one first.',
  )
})
