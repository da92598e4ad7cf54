import { expect, it } from 'vitest'
import { calendarDay, formatLongDate, formatLongDateTime } from './dates.ts'

it.each([
  ['2026-11-15T03:02:00.000Z', 'November 15, 2026', 'November 15, 2026 at 8:32 AM'],
  ['2026-12-31T18:29:59.999Z', 'December 31, 2026', 'December 31, 2026 at 11:59 PM'],
  ['2026-12-31T18:30:00.000Z', 'January 1, 2027', 'January 1, 2027 at 12:00 AM'],
  ['2028-02-29T06:30:00.000Z', 'February 29, 2028', 'February 29, 2028 at 12:00 PM'],
  ['2026-07-04T23:35:00.000Z', 'July 5, 2026', 'July 5, 2026 at 5:05 AM'],
])('%s is formatted in Indian time', (instant, date, dateTime) => {
  expect(formatLongDate(instant)).toBe(date)
  expect(formatLongDateTime(new Date(instant))).toBe(dateTime)
})

it('formatted dates agree with Intl on every day of four years, at changing hours', () => {
  const intl = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  for (let day = 0; day < 4 * 366; day++) {
    const hour = day % 24
    const instant = new Date(Date.UTC(2025, 0, 1 + day, hour, 15))

    expect(formatLongDate(instant)).toBe(intl.format(instant))
  }
})

it('formatted dates have ASCII characters only, so that server and browser print the same', () => {
  expect(formatLongDateTime('2026-11-15T03:02:00.000Z')).toMatch(/^[\x20-\x7e]+$/)
})

it.each(['', 'soon', '2026-13-45'])('%j, which is no date, is formatted as an empty text', (text) => {
  expect(formatLongDate(text)).toBe('')
  expect(formatLongDateTime(text)).toBe('')
})

it('the Indian day starts at 18:30 UTC', () => {
  expect(calendarDay(new Date('2026-11-15T18:29:59.999Z'))).toBe('2026-11-15')
  expect(calendarDay(new Date('2026-11-15T18:30:00.000Z'))).toBe('2026-11-16')
  expect(calendarDay(new Date('2026-11-15T18:29:59.999Z'))).toBe('2026-11-15')
})
