import { expect, it } from 'vitest'
import { isExpired } from './session.ts'
import { tokenExpiryOf } from './tokens.ts'

const REQUESTED_AT = new Date('2026-11-15T03:00:00.000Z')

it('tokens without a stated lifetime expire after one hour, and not before', () => {
  const tokens = { tokenExpiry: tokenExpiryOf(REQUESTED_AT) }
  expect(isExpired(tokens, new Date('2026-11-15T04:00:00.000Z'))).toBe(false)
  expect(isExpired(tokens, new Date('2026-11-15T04:00:00.001Z'))).toBe(true)
})

it('tokens with a stated lifetime expire after it', () => {
  expect(tokenExpiryOf(REQUESTED_AT, 60)).toBe(Date.parse('2026-11-15T03:01:00.000Z'))
})
