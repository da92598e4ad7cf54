import { expect, it } from 'vitest'
import { addOpenTime, nextOpenDay, pauseAt } from './open-time.ts'

const HOUR_MS = 60 * 60 * 1000

const after48Hours = (at: string, closedDays: string[] = []) =>
  addOpenTime(new Date(at), 48 * HOUR_MS, { closedDays }).toISOString()

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
  expect(addOpenTime(fridayNoon, 12 * HOUR_MS, {}).toISOString()).toBe('2026-01-02T18:30:00.000Z')
})

it('a shop with weekly closed days works on all other days, also on Saturday', () => {
  const calendar = { weeklyClosedDays: ['Monday'] as const, closedDays: ['2026-01-06'] }
  // From Friday noon: Saturday, then Sunday until noon.
  const friday = new Date('2026-01-02T06:30:00Z')
  expect(addOpenTime(friday, 48 * HOUR_MS, calendar).toISOString()).toBe('2026-01-04T06:30:00.000Z')
  // From Sunday noon: Monday and the closed Tuesday do not count.
  const sunday = new Date('2026-01-04T06:30:00Z')
  expect(addOpenTime(sunday, 24 * HOUR_MS, calendar).toISOString()).toBe('2026-01-07T06:30:00.000Z')
})

it('no time passes in a pause, and its last day in India is open', () => {
  const calendar = { pause: { text: 'A wedding', until: '2026-01-07' } }
  const monday = new Date('2026-01-05T06:30:00Z')
  expect(addOpenTime(monday, 24 * HOUR_MS, calendar).toISOString()).toBe('2026-01-07T18:30:00.000Z')
  expect(nextOpenDay(monday, calendar).toISOString()).toBe('2026-01-07T06:30:00.000Z')
  expect(pauseAt(calendar, new Date('2026-01-06T18:29:59Z'))).toBe(calendar.pause)
  expect(pauseAt(calendar, new Date('2026-01-06T18:30:00Z'))).toBeNull()
  expect(addOpenTime(new Date('2026-01-07T06:30:00Z'), HOUR_MS, calendar).toISOString()).toBe(
    '2026-01-07T07:30:00.000Z',
  )
})

it('a pause of seventy years and a hundred closed days behind it are counted at once', () => {
  const closedDays = Array.from({ length: 100 }, (_, day) =>
    new Date(Date.UTC(2099, 0, 1 + day)).toISOString().slice(0, 10),
  )
  const pause = { text: 'Long', until: '2099-01-01' }
  const calendar = { pause, closedDays, weeklyClosedDays: ['Saturday'] as const }
  expect(nextOpenDay(new Date('2026-01-01T06:30:00Z'), calendar).toISOString()).toBe(
    '2099-04-12T06:30:00.000Z',
  )
})
