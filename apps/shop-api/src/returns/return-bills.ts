import type { ReturnBill, ReturnTable } from '@nashta/contracts/returns/gst-return'
import { financialYearOf } from '../bills/bill-number.ts'
import type { BillStore } from '../bills/bill-store.ts'
import type { Bill, BillLine } from '../bills/bill.ts'
import { amountOfLines, isReturned, tableOf, unitOf } from './gst-month.ts'
import { correctedBy, lastBefore } from './month-reader.ts'
import { spanOf } from './months.ts'
import { toTaxedSums } from './taxed-sums.ts'

type Filter = {
  table?: ReturnTable | undefined
  place?: string | undefined
  rate?: number | undefined
  hsn?: string | undefined
  unit?: string | undefined
  buyer?: 'business' | 'private' | undefined
}

/** A call reads at most so many bills. It may end with fewer matches, and a cursor. */
const READ_MAX = 500
const PAGE = 100

/** Lists the bills of a month behind a sum of its return. */
export function createBillSearch(bills: BillStore) {
  /** The cursor is the number of the last bill that was read. */
  return async function searchBills(
    month: string,
    { limit, cursor, ...filter }: Filter & { limit: number; cursor?: string | undefined },
  ): Promise<{ bills: ReturnBill[]; nextCursor: string | null }> {
    const { start, end } = spanOf(month)
    const [, lastSeries, lastSequence] = /^(.+)\/(\d+)$/.exec(cursor ?? '') ?? []
    const all = (await bills.seriesOfYear(financialYearOf(start))).toSorted()
    const found: ReturnBill[] = []
    let read = 0
    for (const series of all.filter((each) => lastSeries === undefined || each >= lastSeries)) {
      let after = series === lastSeries ? Number(lastSequence) : await lastBefore(bills, series, start)
      for (;;) {
        const page = await bills.listSeries(series, { limit: PAGE, after })
        const inMonth = page.filter(({ issuedAt }) => Date.parse(issuedAt) < end.getTime())
        for (const bill of inMonth) {
          const match = await matchOf(bill, filter)
          if (match) found.push(match)
          read += 1
          after = bill.sequence
          if (found.length === limit || read === READ_MAX) return { bills: found, nextCursor: bill.number }
        }
        if (inMonth.length < PAGE) break
      }
    }
    return { bills: found, nextCursor: null }
  }

  async function matchOf(
    bill: Bill,
    { table, place, rate, hsn, unit, buyer: kindOfBuyer }: Filter,
  ): Promise<ReturnBill | null> {
    if (!isReturned(bill)) return null
    if (place !== undefined && bill.placeOfSupply !== place) return null
    const isBusiness = bill.buyer.gstin !== undefined
    if (kindOfBuyer !== undefined && isBusiness !== (kindOfBuyer === 'business')) return null
    const corrected = await correctedBy(bills, bill)
    const matches = (line: BillLine) =>
      (table === undefined || tableOf(bill, line, corrected) === table) &&
      (rate === undefined || line.ratePercent === rate) &&
      (hsn === undefined || line.hsn === hsn) &&
      (unit === undefined || unitOf(bill, line, corrected) === unit)
    const amount = amountOfLines(bill, matches)
    if (!amount) return null
    const { number, kind, purchaseId, of, issuedAt, buyer } = bill
    return {
      ...toTaxedSums(amount),
      number,
      kind,
      purchaseId,
      bill: of,
      issuedAt,
      place: bill.placeOfSupply,
      ...(buyer.gstin !== undefined && { gstin: buyer.gstin }),
    }
  }
}
