import { expect, it } from 'vitest'
import { cityAndStateOf, pickFieldsToFill } from './use-pincode.ts'

const EMPTY = { city: '', state: '' }
const bengaluru = { city: 'Bangalore', state: 'Karnataka' }
const kochi = { city: 'Ernakulam', state: 'Kerala' }

it.each([
  {
    name: 'empty fields are filled',
    address: EMPTY,
    lastFilled: EMPTY,
    found: bengaluru,
    changes: bengaluru,
  },
  {
    name: 'the values of another pincode are replaced',
    address: bengaluru,
    lastFilled: bengaluru,
    found: kochi,
    changes: kochi,
  },
  {
    name: 'a city that the shopper typed stays',
    address: { city: 'Bengaluru', state: '' },
    lastFilled: EMPTY,
    found: bengaluru,
    changes: { state: 'Karnataka' },
  },
  {
    name: 'a city that was filled in and then changed by the shopper stays',
    address: { city: 'Bengaluru', state: 'Karnataka' },
    lastFilled: bengaluru,
    found: kochi,
    changes: { state: 'Kerala' },
  },
  {
    name: 'the values of another pincode are removed when the new pincode is in two states',
    address: bengaluru,
    lastFilled: bengaluru,
    found: EMPTY,
    changes: EMPTY,
  },
  {
    name: 'fields that already have the right values do not change',
    address: bengaluru,
    lastFilled: EMPTY,
    found: bengaluru,
    changes: {},
  },
])('$name', ({ address, lastFilled, found, changes }) => {
  expect(pickFieldsToFill(address, lastFilled, found)).toEqual(changes)
})

const place = (code: string, name: string) => ({ district: 'D', state: { code, name } })

it('a pincode in two states gives no city and no state', () => {
  const delivery = { serviceable: true, fee: 0, days: 5, by: '2026-01-01T00:00:00Z', cod: true }
  const [tamilNadu, puducherry] = [place('33', 'Tamil Nadu'), place('34', 'Puducherry')]
  const inTwoStates = { pincode: '605105', places: [tamilNadu, puducherry], delivery }
  const inOneState = { pincode: '605001', places: [puducherry], delivery }
  expect(cityAndStateOf(inTwoStates)).toEqual(EMPTY)
  expect(cityAndStateOf(inOneState)).toEqual({ city: 'D', state: 'Puducherry' })
})
