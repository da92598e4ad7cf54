import { expect, it } from 'vitest'
import { formatTimeLeft } from './countdown.tsx'

it.each([
  [30 * 60_000, '30:00'],
  [65_000, '1:05'],
  [999, '0:01'],
  [0, '0:00'],
  [-5000, '0:00'],
  [3_600_000, '1:00:00'],
  [3_661_000, '1:01:01'],
])('%d ms are shown as %s', (milliseconds, text) => {
  expect(formatTimeLeft(milliseconds)).toBe(text)
})
