import { calendarDay, KOLKATA_OFFSET_MS } from './dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The time at which `openMs` have passed since `at` on days when people work: Saturdays, Sundays
 * and the shop's closed days do not count. A day begins at midnight in India.
 */
export function addOpenTime(at: Date, openMs: number, closedDays: readonly string[]): Date {
  let time = at.getTime()
  let left = openMs
  for (;;) {
    const midnight = nextMidnight(time)
    if (isWorkday(new Date(time), closedDays)) {
      if (time + left <= midnight) return new Date(time + left)
      left -= midnight - time
    }
    time = midnight
  }
}

/** Whether the shop's record names the day of `at` in India as closed. */
export function isClosedDay(at: Date, closedDays: readonly string[]): boolean {
  return closedDays.length > 0 && closedDays.includes(calendarDay(at))
}

function isWorkday(at: Date, closedDays: readonly string[]) {
  const weekday = new Date(at.getTime() + KOLKATA_OFFSET_MS).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  return !isWeekend && !isClosedDay(at, closedDays)
}

function nextMidnight(time: number) {
  const localDays = Math.floor((time + KOLKATA_OFFSET_MS) / DAY_MS)
  return (localDays + 1) * DAY_MS - KOLKATA_OFFSET_MS
}
