import { asPaise, type Paise } from '@nashta/contracts/money'
import { addAmounts, subtractAmount, type TaxedAmount } from '@nashta/contracts/pricing/tax'
import type { ReturnTable } from '@nashta/contracts/returns/gst-return'
import type { Bill, BillLine } from '../bills/bill.ts'

/** A bill that the return names by its number, with its taxed lines by rate. */
export type ListedPaper = {
  table: ReturnTable
  number: string
  issuedAt: string
  gstin: string
  buyerName: string
  place: string
  /** Of the whole bill, with lines at 0 %. */
  valuePaise: Paise
  rates: readonly RateSum[]
}

export type RateSum = TaxedAmount & { ratePercent: number }
export type SupplySum = TaxedAmount & { place: string; isInterState: boolean; ratePercent: number }
type NilSum = TaxedAmount & { isInterState: boolean; isBusiness: boolean }
export type HsnSum = TaxedAmount & {
  isBusiness: boolean
  hsn: string
  unit: string
  quantity: number
  ratePercent: number
}
type SeriesSpan = { kind: Bill['kind']; from: string; to: string; count: number }

/** What the bills and credit notes of a month add up to, in the tables of GSTR-1. Only whole paise are added. */
export type GstMonth = {
  /** Of the latest tax invoice; empty if there is none. */
  gstin: string
  bills: number
  creditNotes: number
  /** Bills of sellers who charge no tax, and their credit notes. They are not part of the return. */
  billsOfSupply: number
  sums: TaxedAmount
  /** Of each table, and how many papers have a line in it. */
  tables: Map<ReturnTable, TaxedAmount & { papers: number }>
  listed: ListedPaper[]
  b2cs: Map<string, SupplySum>
  nil: Map<string, NilSum>
  hsn: Map<string, HsnSum>
  series: Map<string, SeriesSpan>
}

const NOTHING = addAmounts([])

export function emptyMonth(): GstMonth {
  return {
    gstin: '',
    bills: 0,
    creditNotes: 0,
    billsOfSupply: 0,
    sums: NOTHING,
    tables: new Map(),
    listed: [],
    b2cs: new Map(),
    nil: new Map(),
    hsn: new Map(),
    series: new Map(),
  }
}

/** From which total on a bill to a private buyer in another state is listed by itself, since when. */
const LARGE_ABOVE: readonly (readonly [since: string, paise: number])[] = [
  ['2024-08-01', 1_00_000_00],
  ['2017-07-01', 2_50_000_00],
]

/** The bill of a day is large only as a sum of small sales. */
function isLarge({ supply, total, issuedAt, ofDay }: Bill) {
  const [, paise = 0] = LARGE_ABOVE.find(([since]) => issuedAt >= since) ?? []
  return supply === 'inter' && !ofDay && total.grossPaise > paise
}

/**
 * The table that a line of a bill belongs to. `corrected` is the bill of a credit note: the note
 * follows it.
 */
export function tableOf(bill: Bill, { ratePercent }: BillLine, corrected: Bill | null): ReturnTable {
  const isNote = bill.kind === 'creditNote'
  if (ratePercent === 0) return 'nil'
  if (bill.buyer.gstin !== undefined) return isNote ? 'cdnr' : 'b2b'
  if (isLarge(corrected ?? bill)) return isNote ? 'cdnur' : 'b2cl'
  return 'b2cs'
}

/** Whether a credit note's place in the return depends on the bill that it corrects: its table or its units. */
export function needsCorrected({ kind, supply, buyer, lines }: Bill) {
  const isPerhapsLarge = supply === 'inter' && buyer.gstin === undefined
  return kind === 'creditNote' && (isPerhapsLarge || lines.some(({ units }) => !units))
}

/** Only a regular seller files the return. Others make bills of supply. */
export function isReturned({ seller }: Bill) {
  return seller.kind === 'regular'
}

/** Adds the next bill of a series. `corrected` is the bill that a credit note corrects. */
export function addBill(month: GstMonth, bill: Bill, corrected: Bill | null) {
  if (!isReturned(bill)) {
    month.billsOfSupply += 1
    return
  }
  const isNote = bill.kind === 'creditNote'
  const isBusiness = bill.buyer.gstin !== undefined
  const isInterState = bill.supply === 'inter'
  const add = isNote ? subtractAmount : (one: TaxedAmount, other: TaxedAmount) => addAmounts([one, other])
  month.gstin = bill.seller.gstin ?? month.gstin
  if (isNote) month.creditNotes += 1
  else month.bills += 1
  countNumber(month, bill)

  const rates = new Map<number, RateSum>()
  const tables = new Set<ReturnTable>()
  let listedIn: ReturnTable | undefined
  for (const line of bill.lines) {
    const { ratePercent, hsn, units } = line
    const table = tableOf(bill, line, corrected)
    month.sums = add(month.sums, line)
    const quantity = (units?.quantity ?? 0) * (isNote ? -1 : 1)
    const unit = unitOf(bill, line, corrected)
    const key = [isBusiness, hsn, unit, ratePercent].join()
    const row = month.hsn.get(key) ?? { ...NOTHING, isBusiness, hsn, unit, quantity: 0, ratePercent }
    month.hsn.set(key, { ...row, ...add(row, line), quantity: row.quantity + quantity })

    const isListed = table !== 'b2cs' && table !== 'nil'
    const sum = month.tables.get(table) ?? { ...NOTHING, papers: 0 }
    const papers = sum.papers + (tables.has(table) ? 0 : 1)
    tables.add(table)
    // A table of listed credit notes shows them without a minus, as the tax office's form does.
    month.tables.set(table, { ...(isListed ? addAmounts([sum, line]) : add(sum, line)), papers })

    if (table === 'nil') {
      const place = [isInterState, isBusiness].join()
      const nil = month.nil.get(place) ?? { ...NOTHING, isInterState, isBusiness }
      month.nil.set(place, { ...nil, ...add(nil, line) })
    } else if (table === 'b2cs') {
      const place = bill.placeOfSupply
      const supplied = [place, isInterState, ratePercent].join()
      const sold = month.b2cs.get(supplied) ?? { ...NOTHING, place, isInterState, ratePercent }
      month.b2cs.set(supplied, { ...sold, ...add(sold, line) })
    } else {
      listedIn = table
      const rate = rates.get(ratePercent) ?? { ...NOTHING, ratePercent }
      rates.set(ratePercent, { ...addAmounts([rate, line]), ratePercent })
    }
  }
  if (listedIn)
    month.listed.push({
      table: listedIn,
      number: bill.number,
      issuedAt: bill.issuedAt,
      gstin: bill.buyer.gstin ?? '',
      buyerName: bill.buyer.name,
      place: bill.placeOfSupply,
      valuePaise: asPaise(bill.total.grossPaise),
      rates: [...rates.values()],
    })
}

/**
 * Delivery, and an amount that goes back for no units in particular, have no quantity. They join the
 * row of their goods.
 */
export function unitOf(
  bill: Bill,
  { hsn, productId, purchaseId, units }: BillLine,
  corrected: Bill | null,
): string {
  if (units) return units.unit
  const counted = (corrected ?? bill).lines.filter(
    (line) => line.hsn === hsn && line.purchaseId === purchaseId && line.units,
  )
  const goods = counted.find((line) => line.productId === productId) ?? counted[0]
  return goods?.units?.unit ?? 'NOS'
}

function countNumber({ series }: GstMonth, { kind, number }: Bill) {
  const name = `${kind} ${number.slice(0, number.lastIndexOf('/'))}`
  const span = series.get(name)
  series.set(name, { kind, from: span?.from ?? number, to: number, count: (span?.count ?? 0) + 1 })
}

/** The amounts of the lines that match, as they count in the sum that they are behind. */
export function amountOfLines(bill: Bill, matches: (line: BillLine) => boolean): TaxedAmount | null {
  const lines = bill.lines.filter(matches)
  return lines.length === 0 ? null : addAmounts(lines)
}
