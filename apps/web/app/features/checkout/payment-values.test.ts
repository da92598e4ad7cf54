import { expect, it } from 'vitest'
import { normaliseCardNumber, normaliseCvv, normaliseExpiry } from './payment-values.ts'

it.each([
  ['4111 1111 1111 1111', '4111111111111111'],
  ['4111-1111-1111-1111-2222', '4111111111111111'],
  ['card 42', '42'],
])('the card number %s becomes %s', (typed, value) => {
  expect(normaliseCardNumber(typed)).toBe(value)
})

it('a CVV is cut to three digits', () => {
  expect(normaliseCvv(' 12a34')).toBe('123')
})

it.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['12 / 30', '12/30'],
  ['12/2030', '12/30'],
  ['5', '05'],
  ['1/30', '01/30'],
  ['12/', '12'],
  ['', ''],
])('the expiry date %s becomes %s', (typed, value) => {
  expect(normaliseExpiry(typed)).toBe(value)
})

it.each([
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['12/2030', '12/30'],
  ['5/2031', '05/31'],
])('the expiry date %s typed key by key becomes %s', (keys, value) => {
  expect(Array.from(keys).reduce((shown, key) => normaliseExpiry(shown + key), '')).toBe(value)
})
