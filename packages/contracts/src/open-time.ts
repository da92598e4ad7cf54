import { calendarDay, KOLKATA_OFFSET_MS, WEEKDAYS, type Weekday } from './dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A pause of the whole shop, with the text that shoppers read. On the day `until`, it is over. */
export type ShopPause = { text: string; until: string }

/** When nobody works in the shop, as its record says. All days are days in India. */
export type ShopCalendar = {
  /** The days of each week. Empty or absent: deliveries go on, and work rests on Saturday and Sunday. */
  weeklyClosedDays?: readonly Weekday[] | undefined
  /** Single days, such as holidays. */
  closedDays?: readonly string[] | undefined
  pause?: ShopPause | undefined
}

const WEEKEND: readonly Weekday[] = ['Saturday', 'Sunday']

/** The pause that the shop is in; null when it is open, or the pause is over. */
export function pauseAt({ pause }: ShopCalendar, at: Date): ShopPause | null {
  return pause && calendarDay(at) < pause.until ? pause : null
}

/** The first time from `at` on that is on an open day: `at` itself, or the same hour of a later day. */
export function nextOpenDay(at: Date, calendar: ShopCalendar): Date {
  return skipClosedDays(at, calendar, calendar.weeklyClosedDays ?? [])
}

/**
 * The time at which `openMs` have passed since `at` on days when people work. A day begins at midnight
 * in India.
 */
export function addOpenTime(at: Date, openMs: number, calendar: ShopCalendar): Date {
  const { weeklyClosedDays = [] } = calendar
  const restDays = weeklyClosedDays.length > 0 ? weeklyClosedDays : WEEKEND
  let time = at.getTime()
  let leftMs = openMs
  for (;;) {
    const open = skipClosedDays(new Date(time), calendar, restDays).getTime()
    // After closed days, the time goes on at midnight.
    if (open !== time) time = startOfDay(open)
    const midnight = startOfDay(time) + DAY_MS
    if (time + leftMs <= midnight) return new Date(time + leftMs)
    leftMs -= midnight - time
    time = midnight
  }
}

/** The first day from `at` on, at the same hour, that is neither closed nor one of the rest days. */
function skipClosedDays(at: Date, calendar: ShopCalendar, restDays: readonly Weekday[]): Date {
  const pause = pauseAt(calendar, at)
  let time = at.getTime()
  if (pause) time += Date.parse(pause.until) - Date.parse(calendarDay(at))
  // The loop ends, because at most six weekdays and a hundred single days are closed.
  while (isClosed(new Date(time), calendar.closedDays ?? [], restDays)) time += DAY_MS
  return new Date(time)
}

function isClosed(at: Date, closedDays: readonly string[], restDays: readonly Weekday[]) {
  if (restDays.length > 0 && restDays.includes(weekdayOf(at))) return true
  return closedDays.length > 0 && closedDays.includes(calendarDay(at))
}

function weekdayOf(at: Date): Weekday {
  return WEEKDAYS[new Date(at.getTime() + KOLKATA_OFFSET_MS).getUTCDay()] ?? 'Sunday'
}

function startOfDay(time: number) {
  return Math.floor((time + KOLKATA_OFFSET_MS) / DAY_MS) * DAY_MS - KOLKATA_OFFSET_MS
}
