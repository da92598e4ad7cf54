import { calendarDay } from '@nashta/contracts/dates'

const DAY_MS = 86_400_000
/** Today and the 89 days before it. */
export const SALES_WINDOW_DAYS = 90
const FULL_WEIGHT_DAYS = 60

/**
 * What a unit counts that was sold so many days ago. The last third of the window fades, so that no product
 * falls from one day to the next because one good day left it.
 */
export function saleWeight(ageDays: number): number {
  if (ageDays < 0 || ageDays >= SALES_WINDOW_DAYS) return 0
  if (ageDays <= FULL_WEIGHT_DAYS) return 1
  return (SALES_WINDOW_DAYS - ageDays) / (SALES_WINDOW_DAYS - FULL_WEIGHT_DAYS)
}

/** The calendar day so many days before `now`, at the shop's clock. */
export function dayBefore(now: Date, ageDays: number): string {
  return calendarDay(new Date(now.getTime() - ageDays * DAY_MS))
}
