import { expect, it } from 'vitest'
import { IDLE_MS, isIdle } from './idle.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const ago = (ms: number) => String(NOW.getTime() - ms)

it.each([
  ['was never used', true, null],
  ['was used a moment ago', false, ago(0)],
  ['was used 29 minutes ago', false, ago(IDLE_MS - 60_000)],
  ['was used 30 minutes ago', true, ago(IDLE_MS)],
  ['has a last use in the future', true, ago(-1)],
  ['has a damaged record', true, 'x'],
])('a desk that %s is idle: %s', (_case, expected, lastUsed) => {
  expect(isIdle(lastUsed, NOW)).toBe(expected)
})
