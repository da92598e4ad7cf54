import { ShopError } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import { signOutFailed } from './account-texts.ts'

it('a sign-out error keeps the prefix of the call behind it', () => {
  expect(signOutFailed(new ShopError('No', {}).message)).toBe('Sign out failed: API request failed: No')
})
