import { expect, it } from 'vitest'
import { addOpenTime } from './open-time.ts'

const HOUR_MS = 60 * 60 * 1000

const after48Hours = (at: string, closedDays: string[] = []) =>
  addOpenTime(new Date(at), 48 * HOUR_MS, closedDays).toISOString()

it.each([
  ['on a Monday, end on Wednesday', '2026-01-05T06:30:00Z', '2026-01-07T06:30:00.000Z'],
  ['on a Thursday, end on Monday', '2026-01-01T12:00:00Z', '2026-01-05T12:00:00.000Z'],
  ['on a Saturday, end at the end of Tuesday', '2026-01-03T06:30:00Z', '2026-01-06T18:30:00.000Z'],
  // 19:00 UTC on Friday is 00:30 on Saturday in India.
  ['after midnight in India', '2026-01-02T19:00:00Z', '2026-01-06T18:30:00.000Z'],
])('48 hours that begin %s', (_case, at, end) => {
  expect(after48Hours(at)).toBe(end)
})

it('closed days do not count, also beside a weekend', () => {
  const pongal = ['2026-01-15', '2026-01-16', '2026-01-19']
  expect(after48Hours('2026-01-14T06:30:00Z', pongal)).toBe('2026-01-21T06:30:00.000Z')
})

it('time that ends at midnight ends before the closed day', () => {
  const fridayNoon = new Date('2026-01-02T06:30:00Z')
  expect(addOpenTime(fridayNoon, 12 * HOUR_MS, []).toISOString()).toBe('2026-01-02T18:30:00.000Z')
})
