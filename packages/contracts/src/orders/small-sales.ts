import { calendarDay, KOLKATA_OFFSET_MS } from '../dates.ts'

/**
 * A sale to a private buyer below this value needs no bill of its own, since this day. The shop may then
 * put the sales of a day to each state on one bill.
 */
const SMALL_BELOW: readonly (readonly [since: string, paise: number])[] = [['2017-07-01', 200_00]]

/** Whether the law lets a sale of this value, tax included, be on the bill of its day. */
export function isSmallSale(paise: number, at: Date): boolean {
  const day = calendarDay(at)
  const [, below = 0] = SMALL_BELOW.find(([since]) => day >= since) ?? []
  return paise < below
}

/** A day's bill is made this long before the day ends, so that it has the date of its sales. */
const CLOSED_BEFORE_END_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** When the bill of a day (`2026-11-19`) is made: at 23:45 in India. */
export function billTimeOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - KOLKATA_OFFSET_MS + DAY_MS - CLOSED_BEFORE_END_MS)
}
