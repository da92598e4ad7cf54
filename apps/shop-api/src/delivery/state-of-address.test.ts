import { expect, it } from 'vitest'
import { loadPincodeTable } from './pincode-table.ts'
import { stateOfAddress } from './state-of-address.ts'

const pincodes = loadPincodeTable()

it.each([
  ['560001', 'Karnataka', undefined, '29'],
  ['560001', 'KA', undefined, '29'],
  // The state in the request cannot move an address into a cheaper state.
  ['560001', 'Kerala', '32', '29'],
  ['605105', 'Tamil Nadu', undefined, '33'],
  ['605105', ' puducherry', undefined, '34'],
  ['605105', 'unclear', '34', '34'],
  ['605105', 'unclear', undefined, '33'],
  ['no pincode', 'jammu &  kashmir', undefined, '01'],
  ['no pincode', 'unclear', '07', '07'],
  ['no pincode', 'unclear', undefined, null],
])(
  'an address with %j in %j with the code %j lies in the state %j',
  (pincode, state, stateCode, expected) => {
    expect(stateOfAddress(pincodes, { pincode, state, stateCode })).toBe(expected)
  },
)
