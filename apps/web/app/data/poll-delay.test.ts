import { expect, it } from 'vitest'
import { pollDelay } from './poll-delay.ts'

const NOON = Date.UTC(2026, 0, 1, 12)

it('waits ten seconds, a fifth more or less by chance', () => {
  const waits = Array.from({ length: 1000 }, (_, ms) =>
    pollDelay({ dataUpdatedAt: NOON + ms, errorUpdatedAt: 0 }),
  )

  expect(Math.min(...waits)).toBe(8000)
  expect(Math.max(...waits)).toBe(12_000)
  expect(new Set(waits).size).toBeGreaterThan(900)
})

it('says the same wait however often it is asked', () => {
  const state = { dataUpdatedAt: NOON + 123, errorUpdatedAt: 0 }
  expect(pollDelay(state)).toBe(pollDelay({ ...state }))
})

it('doubles the wait while the store is away, up to a minute, and forgets when it is back', () => {
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

it('keeps its pace for what was never answered', () => {
  expect(pollDelay({ dataUpdatedAt: 0, errorUpdatedAt: NOON })).toBe(8000)
})
