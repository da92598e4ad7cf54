import { expect, it } from 'vitest'
import { pollDelay } from './polling.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it('the polling delay is ten seconds, a fifth more or less depending on the last update', () => {
  const delays = Array.from({ length: 1000 }, (_, ms) =>
    pollDelay({ dataUpdatedAt: NOON + ms, errorUpdatedAt: 0 }),
  )

  expect(Math.min(...delays)).toBe(8000)
  expect(Math.max(...delays)).toBe(12_000)
  expect(new Set(delays).size).toBeGreaterThan(900)
})

it('the polling delay is always the same for the same state', () => {
  const state = { dataUpdatedAt: NOON + 123, errorUpdatedAt: 0 }
  expect(pollDelay(state)).toBe(pollDelay({ ...state }))
})

it('the polling delay doubles up to a minute while the store is unreachable', () => {
  // Jitter depends on the milliseconds of the last update. With whole seconds it makes every
  // delay a fifth shorter.
  const delaysInSeconds = []
  let errorUpdatedAt = NOON + 10_000
  for (let failures = 0; failures < 6; failures += 1) {
    const withoutJitter = Math.round(pollDelay({ dataUpdatedAt: NOON, errorUpdatedAt }) / 0.8)
    delaysInSeconds.push(withoutJitter / 1000)
    errorUpdatedAt += withoutJitter
  }
  expect(delaysInSeconds).toEqual([10, 20, 40, 60, 60, 60])
  // The store can be reached again.
  expect(pollDelay({ dataUpdatedAt: errorUpdatedAt + 1000, errorUpdatedAt })).toBe(8000)
})

it('the polling delay stays short for a query that never got data', () => {
  expect(pollDelay({ dataUpdatedAt: 0, errorUpdatedAt: NOON })).toBe(8000)
})
