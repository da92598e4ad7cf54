import { KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'

const DAY_MS = 24 * 60 * 60 * 1000

/** The first moment of a month (`2026-11`) in India, and that of the next one. */
export function spanOf(month: string): { start: Date; end: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const firstOf = (index: number) => new Date(Date.UTC(year, index, 1) - KOLKATA_OFFSET_MS)
  return { start: firstOf(number - 1), end: firstOf(number) }
}

/**
 * Whether no bill can be dated in this month any more. The clocks of processes differ a little, so a
 * day passes first.
 */
export function isMonthOver(month: string, now: Date): boolean {
  return now.getTime() >= spanOf(month).end.getTime() + DAY_MS
}
