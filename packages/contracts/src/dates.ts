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

// India has kept one offset, without summer time, since 1945.
const KOLKATA_OFFSET_MS = 5.5 * 60 * 60 * 1000

/**
 * "November 15, 2026", at the shop's clock wherever the code runs; empty for what is not a date.
 * Written out instead of taken from Intl: runtimes disagree on spaces and joining words, and a page
 * rendered on the server would then differ from the same page in the browser.
 */
export function formatLongDate(instant: string | Date): string {
  const local = atKolkata(instant)
  return local ? longDate(local) : ''
}

/** "November 15, 2026 at 8:32 AM" */
export function formatLongDateTime(instant: string | Date): string {
  const local = atKolkata(instant)
  if (!local) return ''

  const hour = local.getUTCHours()
  const minute = String(local.getUTCMinutes()).padStart(2, '0')
  return `${longDate(local)} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The calendar day at the shop's clock, as YYYY-MM-DD. */
export function calendarDay(instant: Date): string {
  return new Date(instant.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 10)
}

/** A date whose UTC fields read as the shop's wall clock. */
function atKolkata(instant: string | Date): Date | null {
  const time = new Date(instant).getTime()
  return Number.isNaN(time) ? null : new Date(time + KOLKATA_OFFSET_MS)
}

function longDate(local: Date): string {
  return `${MONTHS[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()}`
}
