import { ADDRESSES_MAX } from '@nashta/contracts/addresses/address-texts'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it } from 'vitest'
import { addAddress, type AddressBook, removeAddress, updateAddress } from './address-book.ts'

const named = (fullName: string) => ({ ...homeAddress, fullName })
const bookOf = (...names: string[]) =>
  names.reduce<AddressBook>((book, name) => addAddress(book, name, named(name)), [])
/** The names in the book. A star follows the name of the default. */
const namesOf = (book: AddressBook) =>
  book.map(({ fullName, isDefault }) => fullName + (isDefault ? '*' : ''))

it('the first address is the default, until a later one is added as the default', () => {
  expect(namesOf(bookOf('a', 'b'))).toEqual(['a*', 'b'])
  expect(namesOf(addAddress(bookOf('a', 'b'), 'c', { ...named('c'), isDefault: true }))).toEqual([
    'c*',
    'a',
    'b',
  ])
})

it('an address that is saved already is not saved again, and can become the default', () => {
  const book = bookOf('a', 'b')
  // An empty second line is the same as none.
  expect(addAddress(book, 'x', { ...named('b'), addressLine2: '' })).toBe(book)
  expect(namesOf(addAddress(book, 'x', { ...named('b'), isDefault: true }))).toEqual(['b*', 'a'])
})

it('an updated default address stays the default until another one is made the default', () => {
  const book = bookOf('a', 'b')
  expect(namesOf(updateAddress(book, 'a', { ...named('A'), isDefault: false }))).toEqual(['A*', 'b'])
  expect(namesOf(updateAddress(book, 'b', { ...named('B'), isDefault: true }))).toEqual(['B*', 'a'])
  expect(() => updateAddress(book, 'x', named('x'))).toThrow('There is no such address')
})

it('when the default is removed, the next address is the default', () => {
  expect(namesOf(removeAddress(bookOf('a', 'b', 'c'), 'a'))).toEqual(['b*', 'c'])
  expect(namesOf(removeAddress(bookOf('a', 'b', 'c'), 'b'))).toEqual(['a*', 'c'])
  expect(removeAddress(bookOf('a'), 'a')).toEqual([])
})

it('an address book holds at most 20 addresses', () => {
  const full = bookOf(...Array.from({ length: ADDRESSES_MAX }, (_, index) => `n${index}`))
  expect(() => addAddress(full, 'x', named('x'))).toThrow(
    'You have 20 saved addresses. Please remove one first.',
  )
})
