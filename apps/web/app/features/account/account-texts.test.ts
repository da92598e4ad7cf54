import { ShopError } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import { fullName } from './account-texts.ts'
import { shortName, signOutFailed } from './session/session-texts.ts'

it('a sign-out error shows the whole message of the failed call', () => {
  expect(signOutFailed(new ShopError('No', {}).message)).toBe('Sign out failed: API request failed: No')
})

const asha = { email: 'asha@example.com', firstName: 'Asha', lastName: 'Rao' }

it('a shopper is shown by name', () => {
  expect(fullName(asha)).toBe('Asha Rao')
  expect(shortName(asha)).toBe('Asha')
})

it('a shopper without a name is shown by e-mail', () => {
  const nameless = { ...asha, firstName: ' ', lastName: '' }
  expect(fullName(nameless)).toBe('')
  expect(shortName(nameless)).toBe('asha')
})

it('the full name may be a last name only', () => {
  expect(fullName({ firstName: '', lastName: 'Rao' })).toBe('Rao')
})
