const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

// India has had this one offset, without daylight saving, since 1945.
export const KOLKATA_OFFSET_MS = 5.5 * 60 * 60 * 1000

/**
 * "November 15, 2026" in Indian time, wherever the code runs; empty for an invalid date. Intl is
 * not used: its output differs between runtimes, so the server's page would differ from the
 * browser's.
 */
export function formatLongDate(instant: string | Date): string {
  const local = atKolkata(instant)
  return local ? longDate(local) : ''
}

/** "November 15, 2026 at 8:32 AM" in Indian time; empty for an invalid date. */
export function formatLongDateTime(instant: string | Date): string {
  const local = atKolkata(instant)
  if (!local) return ''

  const hour = local.getUTCHours()
  const minute = String(local.getUTCMinutes()).padStart(2, '0')
  return `${longDate(local)} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The day that was last asked for: most calls are about today. */
let lastDay = { number: Number.NaN, text: '' }

/** The calendar day in Indian time, as YYYY-MM-DD. */
export function calendarDay(instant: Date): string {
  const number = Math.floor((instant.getTime() + KOLKATA_OFFSET_MS) / DAY_MS)
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(number * DAY_MS).toISOString().slice(0, 10) }
  return lastDay.text
}

/** The hour of the day in Indian time, from 0 to 23. */
export function hourOfDay(instant: Date): number {
  return new Date(instant.getTime() + KOLKATA_OFFSET_MS).getUTCHours()
}

/** A date whose UTC fields are Indian local time. */
function atKolkata(instant: string | Date): Date | null {
  const time = new Date(instant).getTime()
  return Number.isNaN(time) ? null : new Date(time + KOLKATA_OFFSET_MS)
}

function longDate(local: Date): string {
  return `${MONTHS[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()}`
}
