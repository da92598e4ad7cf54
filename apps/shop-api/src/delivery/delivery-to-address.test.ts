import { deliveryFee } from '@nashta/contracts/delivery/delivery-fee'
import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { deliveryToAddress } from './delivery-to-address.ts'
import { loadPincodeTable } from './pincode-table.ts'
import { statesOfAddress } from './state-of-address.ts'

const pincodes = loadPincodeTable()
const terms = { delivers: true, fee: 80, days: 5, cod: true }
const delivery = {
  zones: [
    { name: 'Airport', pincodes: ['560300'], states: [], ...terms, fee: 120 },
    { name: 'Army', pincodes: ['9'], states: [], ...terms, fee: 60, cod: false },
    { name: 'Delhi', pincodes: [], states: ['07'], ...terms, fee: 10, days: 1 },
    { name: 'Karnataka', pincodes: [], states: ['29'], ...terms, fee: 49, days: 2, codMax: 2000 },
    { name: 'Puducherry', pincodes: [], states: ['34'], ...terms, fee: 20 },
    { name: 'Tamil Nadu', pincodes: [], states: ['33'], ...terms, fee: 30, cod: false },
    { name: 'Sikkim', pincodes: [], states: ['11'], ...terms, delivers: false },
  ],
  rest: terms,
}

const deliveryTo = (pincode: string, state: string, stateCode?: string, zones: DeliveryZones = delivery) => {
  const states = statesOfAddress(pincodes, { pincode, state, stateCode })
  const { fees, ...found } = deliveryToAddress({ pincode, states }, { zones, pincodes })
  return { ...found, feePaise: Math.max(...fees.map((each) => deliveryFee(each, asPaise(10_000)))) }
}

// A pincode that is not in the table may lie in any state whose pincodes have the same first two
// digits, or in the state that the address names. The highest fee of these states applies. The
// first two digits are 11 in Delhi, 56 in Karnataka, 60 in Tamil Nadu and Puducherry, 68 in Kerala,
// 71 in West Bengal, and 73 in West Bengal and Sikkim.
it.each([
  ['in the table', '560001', 'Karnataka', undefined, 49],
  ['in the table, in an address that names a cheaper state', '560001', 'Delhi', '07', 49],
  ['in two states, in an address that names the cheaper one', '605105', 'Puducherry', undefined, 20],
  ['not in the table', '569999', 'Karnataka', undefined, 49],
  ['not in the table, in an address without a known state', '569999', 'unclear', undefined, 49],
  ['not in the table, in an address that names a cheaper state', '569999', 'Delhi', '07', 49],
  ['not in the table, in an address with the code of a cheaper state', '569999', 'unclear', '07', 49],
  ['not in the table, in an address that names a dearer state', '119999', 'Karnataka', undefined, 49],
  ['not in the table, with the first two digits of two states', '609999', 'Puducherry', undefined, 30],
  ['not in the table, with the first two digits of a state without a zone', '689999', 'Delhi', undefined, 80],
  ['that a zone lists', '560300', 'Delhi', undefined, 120],
  ['whose first digit a zone lists', '900056', 'Delhi', undefined, 60],
])('the fee for a pincode %s (%s, %s, %s) is ₹%d', (_case, pincode, state, stateCode, rupees) => {
  expect(deliveryTo(pincode, state, stateCode).feePaise).toBe(rupees * 100)
})

it('a pincode that is not in the table gets the strictest terms of the states that it may lie in', () => {
  expect(deliveryTo('569999', 'Delhi')).toMatchObject({
    time: { days: 2 },
    codMaxPaise: 200_000,
    cod: true,
  })
  expect(deliveryTo('609999', 'Puducherry')).toMatchObject({ cod: false })
  expect(deliveryTo('739999', 'Delhi').serviceable).toBe(false)
  expect(deliveryTo('719999', 'Sikkim').serviceable).toBe(false)
})

it.each(['299999', '869999'])('the pincode %s is refused: no pincode has its first two digits', (pincode) => {
  expect(() => deliveryTo(pincode, 'Delhi', '07')).toThrow(`We do not know the pincode ${pincode}`)
})

it('any pincode is accepted where all of India has the same terms', () => {
  const zones = { zones: [], rest: terms }
  for (const pincode of ['299999', 'no pincode', '560001'])
    expect(deliveryTo(pincode, 'Kerala', undefined, zones).feePaise).toBe(terms.fee * 100)
})

it('the Army Post has the terms of the rest, whatever state the address names, unless a zone says no', () => {
  const zones = { ...delivery, zones: delivery.zones.filter(({ name }) => name !== 'Army') }
  for (const [state, stateCode] of [
    ['c/o 56 APO', undefined],
    ['Delhi', '07'],
    ['Sikkim', '11'],
  ] as const)
    expect(deliveryTo('900056', state, stateCode, zones)).toMatchObject({ serviceable: true, feePaise: 8000 })
  const noArmy = [{ name: 'Army', pincodes: ['9'], states: [], ...terms, delivers: false }, ...zones.zones]
  expect(deliveryTo('900056', 'Delhi', undefined, { ...zones, zones: noArmy }).serviceable).toBe(false)
})
