import { expect, it } from 'vitest'
import { IDLE_MS, isIdle } from './idle.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const ago = (ms: number) => String(NOW.getTime() - ms)

it.each([
  ['was never used', null, true],
  ['was used a moment ago', ago(0), false],
  ['was used 29 minutes ago', ago(IDLE_MS - 60_000), false],
  ['was used 30 minutes ago', ago(IDLE_MS), true],
  ['has a last use in the future', ago(-1), true],
  ['has a damaged record', 'x', true],
])('a desk that %s', (_case, lastUsed, expected) => {
  expect(isIdle(lastUsed, NOW)).toBe(expected)
})
