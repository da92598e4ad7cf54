import { expect, it } from 'vitest'
import { cityAndStateOf, pickFieldsToFill } from './use-pincode.ts'

const NOTHING = { city: '', state: '' }
const bengaluru = { city: 'Bangalore', state: 'Karnataka' }
const kochi = { city: 'Ernakulam', state: 'Kerala' }

// After its name, a case has the address, the values that were last filled in, the values of the
// new pincode, and the changes.
it.each([
  ['empty fields are filled', NOTHING, NOTHING, bengaluru, bengaluru],
  ['what was filled in for another pincode is replaced', bengaluru, bengaluru, kochi, kochi],
  [
    'what the shopper typed stays',
    { city: 'Bengaluru', state: '' },
    NOTHING,
    bengaluru,
    { state: 'Karnataka' },
  ],
  [
    'what the shopper changed stays',
    { city: 'Bengaluru', state: 'Karnataka' },
    bengaluru,
    kochi,
    { state: 'Kerala' },
  ],
  [
    'a new pincode that lies in two states empties what was filled in before',
    bengaluru,
    bengaluru,
    NOTHING,
    NOTHING,
  ],
  ['fields that have the right values already do not change', bengaluru, NOTHING, bengaluru, {}],
])('%s', (_case, address, lastFilled, found, changes) => {
  expect(pickFieldsToFill(address, lastFilled, found)).toEqual(changes)
})

const place = (code: string, name: string) => ({ district: 'D', state: { code, name } })

it('a pincode in two states gives no city and no state', () => {
  const delivery = { serviceable: true, fee: 0, days: 5, by: '2026-01-01T00:00:00Z', cod: true }
  const [tamilNadu, puducherry] = [place('33', 'Tamil Nadu'), place('34', 'Puducherry')]
  const inTwoStates = { pincode: '605105', places: [tamilNadu, puducherry], delivery }
  const inOneState = { pincode: '605001', places: [puducherry], delivery }
  expect(cityAndStateOf(inTwoStates)).toEqual(NOTHING)
  expect(cityAndStateOf(inOneState)).toEqual({ city: 'D', state: 'Puducherry' })
})
