import { setImmediate as nextTurn } from 'node:timers/promises'
import { calendarDay } from '@nashta/contracts/dates'
import { stateName } from '@nashta/contracts/gst-states'
import type { ReturnBill, ReturnTable } from '@nashta/contracts/returns/gst-return'
import { financialYearOf } from '../bills/bill-number.ts'
import type { BillStore } from '../bills/bill-store.ts'
import type { Bill, BillLine } from '../bills/bill.ts'
import { type Cell, writeCsv } from '../files/csv.ts'
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

/** A call for a list reads at most so many bills. It may end with fewer matches, and a cursor. */
const READ_MAX = 500
const PAGE = 100

/** The bills and credit notes of a month, series by series, after the one with the number `cursor`. */
async function* readPapers(bills: BillStore, month: string, cursor = ''): AsyncGenerator<Bill> {
  const { start, end } = spanOf(month)
  const [, lastSeries, lastSequence] = /^(.+)\/(\d+)$/.exec(cursor) ?? []
  const all = (await bills.seriesOfYear(financialYearOf(start))).toSorted()
  for (const series of all.filter((each) => lastSeries === undefined || each >= lastSeries)) {
    let after = series === lastSeries ? Number(lastSequence) : await lastBefore(bills, series, start)
    for (;;) {
      const page = await bills.listSeries(series, { limit: PAGE, after })
      const inMonth = page.filter(({ issuedAt }) => Date.parse(issuedAt) < end.getTime())
      for (const bill of inMonth) yield await bills.withLines(bill)
      after = inMonth.at(-1)?.sequence ?? after
      if (inMonth.length < PAGE) break
      // Visitors are served between two pages.
      await nextTurn()
    }
  }
}

/** Lists the bills of a month behind a sum of its return. The cursor is the number of the last bill that was read. */
export async function searchBills(
  bills: BillStore,
  month: string,
  { limit, cursor, ...filter }: Filter & { limit: number; cursor?: string | undefined },
): Promise<{ bills: ReturnBill[]; nextCursor: string | null }> {
  const found: ReturnBill[] = []
  let read = 0
  for await (const bill of readPapers(bills, month, cursor)) {
    const match = await matchOf(bills, bill, filter)
    if (match) found.push(match)
    read += 1
    if (found.length === limit || read === READ_MAX) return { bills: found, nextCursor: bill.number }
  }
  return { bills: found, nextCursor: null }
}

async function matchOf(
  bills: BillStore,
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
  const { number, kind, purchaseId, of, issuedAt, buyer, ofDay } = bill
  return {
    ...toTaxedSums(amount),
    number,
    kind,
    ...(purchaseId === undefined ? { orders: ofDay?.orders ?? 0 } : { purchaseId }),
    bill: of,
    issuedAt,
    place: bill.placeOfSupply,
    ...(buyer.gstin !== undefined && { gstin: buyer.gstin }),
  }
}

export const PAPER_HEADS = [
  'Number',
  'Kind',
  'Date',
  'Corrects',
  'Order',
  'Buyer',
  'GSTIN',
  'Place of supply',
  'HSN',
  'Rate',
  'Units',
  'Total',
  'Taxable value',
  'IGST',
  'CGST',
  'SGST',
]

/** Every line of every bill and credit note of a month, bills of supply too. Credit notes have a minus. */
export async function papersAsCsv(bills: BillStore, month: string): Promise<string> {
  return writeCsv(PAPER_HEADS, await Array.fromAsync(readPaperRows(bills, month)))
}

export async function* readPaperRows(bills: BillStore, month: string): AsyncGenerator<Cell[]> {
  for await (const bill of readPapers(bills, month)) for (const line of bill.lines) yield toRow(bill, line)
}

function toRow(bill: Bill, line: BillLine): Cell[] {
  const { number, kind, issuedAt, corrects, purchaseId, buyer, placeOfSupply } = bill
  const { total, taxable, igst, cgst, sgst } = toTaxedSums(line)
  const sign = kind === 'creditNote' ? -1 : 1
  const amounts = [line.units?.quantity ?? 0, total, taxable, igst, cgst, sgst]
  return [
    number,
    kind === 'creditNote' ? 'Credit note' : 'Bill',
    calendarDay(new Date(issuedAt)),
    corrects?.number ?? '',
    line.purchaseId ?? purchaseId ?? '',
    buyer.name,
    buyer.gstin ?? '',
    `${placeOfSupply}-${stateName(placeOfSupply)}`,
    line.hsn,
    line.ratePercent,
    // Zero stays zero: -0 is written as 0.
    ...amounts.map((amount) => amount * sign),
  ]
}
