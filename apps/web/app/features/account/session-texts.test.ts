import { ShopError } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import { signInFailed, signOutFailed } from './session-texts.ts'

it('a sign-in error has its prefix once', () => {
  expect(signInFailed(signInFailed('No'))).toBe('Sign in failed: No')
})

it('a sign-out error keeps the prefix of the call behind it', () => {
  expect(signOutFailed(new ShopError('No', {}).message)).toBe('Sign out failed: API request failed: No')
})
