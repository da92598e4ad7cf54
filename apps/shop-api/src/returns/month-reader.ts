import { setImmediate as nextTurn } from 'node:timers/promises'
import { financialYearOf } from '../bills/bill-number.ts'
import type { BillStore } from '../bills/bill-store.ts'
import { type Bill, BILL_REASON } from '../bills/bill.ts'
import { addBill, emptyMonth, type GstMonth, needsCorrected } from './gst-month.ts'
import { spanOf } from './months.ts'

const PAGE = 100
/** The months whose sums stay in memory. */
const MONTHS_KEPT = 3

type Kept = {
  sums: GstMonth
  /** The last number that was added, by series. */
  added: Map<string, number>
  reading: Promise<void>
}

/**
 * Reads what the bills of a month add up to. Bills are never changed, so each is read once: later calls
 * add those that came since.
 */
export function createMonthReader(bills: BillStore) {
  const kept = new Map<string, Kept>()

  async function addNewBills(month: string, { sums, added }: Kept) {
    const { start, end } = spanOf(month)
    for (const series of await bills.seriesOfYear(financialYearOf(start))) {
      let after = added.get(series) ?? (await lastBefore(bills, series, start))
      for (;;) {
        const page = await bills.listSeries(series, { limit: PAGE, after })
        const inMonth = page.filter(({ issuedAt }) => Date.parse(issuedAt) < end.getTime())
        const corrected = await Promise.all(inMonth.map((bill) => correctedBy(bills, bill)))
        for (const [index, bill] of inMonth.entries())
          addBill(sums, await bills.withLines(bill), corrected[index] ?? null)
        after = inMonth.at(-1)?.sequence ?? after
        added.set(series, after)
        if (inMonth.length < PAGE) break
        // Visitors are served between two pages.
        await nextTurn()
      }
    }
  }

  return async function readMonth(month: string): Promise<GstMonth> {
    const known = kept.get(month) ?? { sums: emptyMonth(), added: new Map(), reading: Promise.resolve() }
    kept.delete(month)
    kept.set(month, known)
    for (const oldest of [...kept.keys()].slice(0, -MONTHS_KEPT)) kept.delete(oldest)
    // Calls at the same time must not add a bill twice. One that failed leaves its work to the next.
    const reading = known.reading.catch(() => undefined).then(() => addNewBills(month, known))
    known.reading = reading
    await reading
    return known.sums
  }
}

export async function correctedBy(bills: BillStore, bill: Bill): Promise<Bill | null> {
  if (!needsCorrected(bill) || bill.purchaseId === undefined) return null
  // Of the bill of a day, this is the part about the order.
  return bills.find(bill.purchaseId, BILL_REASON)
}

/** The last number before this time. Numbers rise with their dates, and those of long ago have expired. */
export async function lastBefore(bills: BillStore, series: string, time: Date): Promise<number> {
  let [low, high] = [0, await bills.lastSequence(series)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // The first bill that is left above `middle`.
    const [next] = await bills.listSeries(series, { limit: 1, after: middle })
    if (next && Date.parse(next.issuedAt) < time.getTime()) low = next.sequence
    else high = middle
  }
  return low
}
