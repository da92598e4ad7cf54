import { expect, it } from 'vitest'
import { isExpired } from './session.ts'
import { tokenExpiryOf } from './tokens.ts'

it('a session ends once its hour has passed, not before', () => {
  const start = new Date('2026-11-15T03:00:00.000Z')
  const session = { tokenExpiry: tokenExpiryOf(start) }

  expect(isExpired(session, new Date('2026-11-15T04:00:00.000Z'))).toBe(false)
  expect(isExpired(session, new Date('2026-11-15T04:00:00.001Z'))).toBe(true)
  expect(tokenExpiryOf(start, 60)).toBe(start.getTime() + 60_000)
})
