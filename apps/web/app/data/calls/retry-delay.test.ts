import { ShopError } from '@nashta/contracts/api/shop-error'
import { expect, it } from 'vitest'
import { retryDelay } from './retry-delay.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it('what could not be loaded is asked for again after delays that double, and a refusal is final', () => {
  const lost = new ShopError('no line', {})
  const failed = { data: undefined, error: lost, errorUpdatedAt: NOON }
  const delays = [1, 2, 3, 6, 7].map((errorUpdateCount) => retryDelay({ ...failed, errorUpdateCount }))
  // With whole seconds, jitter makes every delay a fifth shorter.
  expect(delays).toEqual([1600, 3200, 6400, 48_000, 48_000])
  expect(retryDelay({ ...failed, data: [], errorUpdateCount: 1 })).toBe(false)
  const refused = new ShopError('gone', { status: 404 })
  expect(retryDelay({ ...failed, error: refused, errorUpdateCount: 1 })).toBe(false)
  expect(retryDelay({ ...failed, error: null, errorUpdateCount: 0 })).toBe(false)
})
