import { expect, it } from 'vitest'
import { loadPincodeTable } from './pincode-table.ts'
import { statesOfAddress } from './state-of-address.ts'

const pincodes = loadPincodeTable()

// The codes are 01 for Jammu and Kashmir, 07 for Delhi, 29 for Karnataka, 32 for Kerala, 33 for
// Tamil Nadu and 34 for Puducherry.
it.each([
  ['560001', 'Karnataka', undefined, ['29']],
  ['560001', 'KA', undefined, ['29']],
  // The state in the request cannot move an address into a cheaper state.
  ['560001', 'Kerala', '32', ['29']],
  // This pincode is in two states, Tamil Nadu first.
  ['605105', 'Tamil Nadu', undefined, ['33']],
  ['605105', ' puducherry', undefined, ['34']],
  ['605105', 'unclear', '34', ['34']],
  ['605105', 'unclear', undefined, ['33']],
  ['no pincode', 'jammu &  kashmir', undefined, ['01']],
  ['no pincode', 'unclear', '07', ['07']],
  ['no pincode', 'unclear', undefined, []],
  // The pincodes below are not in the table. Pincodes that begin with 56 are in the state 29.
  ['569999', 'Delhi', undefined, ['29', '07']],
  ['569999', 'unclear', '07', ['29', '07']],
  // Pincodes that begin with 60 are in the states 33 and 34.
  ['609999', 'Puducherry', undefined, ['34', '33']],
  // No pincode begins with 29.
  ['299999', 'Delhi', '32', ['07', '32']],
])(
  'an address with the pincode %j, the state %j and the code %j may lie in the states %j',
  (pincode, state, stateCode, expected) => {
    expect(statesOfAddress(pincodes, { pincode, state, stateCode })).toEqual(expected)
  },
)
