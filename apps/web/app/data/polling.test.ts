import { expect, it } from 'vitest'
import { pollDelay } from './polling.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it('the polling delay is ten seconds, a fifth more or less by chance', () => {
  const waits = Array.from({ length: 1000 }, (_, ms) =>
    pollDelay({ dataUpdatedAt: NOON + ms, errorUpdatedAt: 0 }),
  )

  expect(Math.min(...waits)).toBe(8000)
  expect(Math.max(...waits)).toBe(12_000)
  expect(new Set(waits).size).toBeGreaterThan(900)
})

it('the delay is the same however often it is computed', () => {
  const state = { dataUpdatedAt: NOON + 123, errorUpdatedAt: 0 }
  expect(pollDelay(state)).toBe(pollDelay({ ...state }))
})

it('the delay doubles while the store is unreachable, up to a minute, and is short again afterwards', () => {
  // All times are whole seconds, for which jitter is always minus a fifth: eight seconds are one polling interval.
  const waits = []
  let errorUpdatedAt = NOON + 10_000
  for (let failures = 0; failures < 6; failures += 1) {
    const wait = pollDelay({ dataUpdatedAt: NOON, errorUpdatedAt })
    waits.push(Math.round(wait / 8000))
    errorUpdatedAt += Math.round(wait / 8000) * 10_000
  }
  expect(waits).toEqual([1, 2, 4, 6, 6, 6])
  expect(pollDelay({ dataUpdatedAt: errorUpdatedAt + 1000, errorUpdatedAt })).toBe(8000)
})

it('the delay stays short for a query that never had a response', () => {
  expect(pollDelay({ dataUpdatedAt: 0, errorUpdatedAt: NOON })).toBe(8000)
})
