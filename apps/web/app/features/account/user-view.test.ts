import { isExpired, tokenExpiryOf } from '@nashta/browser/token-expiry'
import { expect, it } from 'vitest'
import { fullName, shortName, userViewOf } from './user-view.ts'

const asha = {
  sub: 'b0f1',
  username: 'asha@example.com',
  email: 'asha@example.com',
  firstName: 'Asha',
  lastName: 'Rao',
}

it('knows a shopper by name', () => {
  expect(userViewOf(asha)).toEqual({
    uid: 'b0f1',
    email: 'asha@example.com',
    displayName: 'Asha Rao',
    firstName: 'Asha',
    lastName: 'Rao',
  })
  expect(shortName(asha)).toBe('Asha')
})

it('knows a nameless shopper by e-mail', () => {
  const nameless = { ...asha, firstName: ' ', lastName: '' }

  expect(userViewOf(nameless).displayName).toBe('asha@example.com')
  expect(fullName(nameless)).toBe('')
  expect(shortName(nameless)).toBe('asha')
})

it('makes do with half a name', () => {
  expect(fullName({ firstName: '', lastName: 'Rao' })).toBe('Rao')
})

it('ends a session once its hour has passed, not before', () => {
  const start = new Date('2026-11-15T03:00:00.000Z')
  const session = { tokenExpiry: tokenExpiryOf(start) }

  expect(isExpired(session, new Date('2026-11-15T04:00:00.000Z'))).toBe(false)
  expect(isExpired(session, new Date('2026-11-15T04:00:00.001Z'))).toBe(true)
  expect(tokenExpiryOf(start, 60)).toBe(start.getTime() + 60_000)
})
