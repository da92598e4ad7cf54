import { ShopError } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import { fullName } from './account-texts.ts'
import { shortName, signOutFailed } from './session/session-texts.ts'

it('the text of a failed sign-out ends with the message of the failed call', () => {
  expect(signOutFailed(new ShopError('No', {}).message)).toBe('Sign out failed: API request failed: No')
})

const asha = { email: 'asha@example.com', firstName: 'Asha', lastName: 'Rao' }

it('the full name is the first and last name, and the short name is the first name', () => {
  expect(fullName(asha)).toBe('Asha Rao')
  expect(shortName(asha)).toBe('Asha')
})

it('the full name of a nameless user is empty, and the short name is the e-mail up to @', () => {
  const nameless = { ...asha, firstName: ' ', lastName: '' }
  expect(fullName(nameless)).toBe('')
  expect(shortName(nameless)).toBe('asha')
})

it('the full name may be a last name only', () => {
  expect(fullName({ firstName: '', lastName: 'Rao' })).toBe('Rao')
})
