import { KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import { financialYearOf } from '../bills/bill-number.ts'
import type { BillStore } from '../bills/bill-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The first moment of a month (`2026-11`) in India, and that of the next one. */
export function spanOf(month: string): { start: Date; end: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const firstOf = (index: number) => new Date(Date.UTC(year, index, 1) - KOLKATA_OFFSET_MS)
  return { start: firstOf(number - 1), end: firstOf(number) }
}

/** Bills expire after at most twenty years, counted from when the yearly return is due. */
const MONTHS_OF_BILLS = 22 * 12

/** The months up to the last one whose financial year has bills. */
export async function listBillMonths(
  bills: Pick<BillStore, 'seriesOfYear'>,
  last: string,
): Promise<string[]> {
  const [year = 0, number = 0] = last.split('-').map(Number)
  const hasBills = new Map<string, boolean>()
  const months: string[] = []
  for (let before = MONTHS_OF_BILLS; before >= 0; before -= 1) {
    const month = new Date(Date.UTC(year, number - 1 - before, 1)).toISOString().slice(0, 7)
    const financialYear = financialYearOf(spanOf(month).start)
    const known = hasBills.get(financialYear) ?? (await bills.seriesOfYear(financialYear)).length > 0
    hasBills.set(financialYear, known)
    if (known) months.push(month)
  }
  return months
}

/**
 * Whether the month can be closed. The clocks of processes differ a little, so a day passes first. Until it
 * is closed, only a bill of a day that is made late can still be dated in it.
 */
export function isMonthOver(month: string, now: Date): boolean {
  return now.getTime() >= spanOf(month).end.getTime() + DAY_MS
}
