import type { DocumentKey } from '@nashta/documents/documents'
import type { BillReason } from './bill.ts'

/** The sales of a day to private buyers in one state, such as `2026-11-19` and `29`. */
export type DayKey = { day: string; place: string }

/** The number of a bill. */
export type Numbered = { series: string; sequence: number }

/**
 * Where the bill of an order is: under a number of its own, or on the bill of a day. `isOffDay` marks an
 * order that was taken off the bill of its day and has no number yet.
 */
export type Pointer = Numbered | DayKey | { isOffDay: true }

/** One bill or credit note of an order. */
export type PaperName = { purchaseId: string; reason: BillReason }

export function orderPk(purchaseId: string): string {
  return `order-bills#${purchaseId}`
}

export function pointerKey({ purchaseId, reason }: PaperName): DocumentKey {
  return { pk: orderPk(purchaseId), sk: reason }
}

export function seriesPk(series: string): string {
  return `bills#${series}`
}

export function sortKey(sequence: number): string {
  return String(sequence).padStart(7, '0')
}

export function billKey({ series, sequence }: Numbered): DocumentKey {
  return { pk: seriesPk(series), sk: sortKey(sequence) }
}

/** The counter never expires. */
export function counterKey(series: string): DocumentKey {
  return { pk: `bill-counter#${series}`, sk: 'counter' }
}

/** Exists once the return of a month (`2026-11`) is filed. No bill is dated in it any more. */
export function closedMonthKey(month: string): DocumentKey {
  return { pk: 'gst-returns', sk: month }
}

/** A financial year's list of its series. */
export function yearPk(financialYear: string): string {
  return `bill-series#${financialYear}`
}

function dayPk({ day, place }: DayKey) {
  return `day-bill#${day}#${place}`
}

/** The document `Day` of the bill of a day. It exists before the bill has its number. */
export function dayKey(key: DayKey): DocumentKey {
  return { pk: dayPk(key), sk: 'day' }
}

/** Sorts after the document of the day. */
const ORDER = 'order#'

/** The lines of one order on the bill of a day. */
export function dayLinesKey(key: DayKey, purchaseId: string): DocumentKey {
  return { pk: dayPk(key), sk: `${ORDER}${purchaseId}` }
}

/** Where the lines of all orders of a day begin. */
export function dayLinesOf(key: DayKey): { pk: string; above: string } {
  return { pk: dayPk(key), above: ORDER }
}

/** The list of days whose bills are not made yet. */
export const OPEN_DAYS_PK = 'day-bills'

export function openDayKey({ day, place }: DayKey): DocumentKey {
  return { pk: OPEN_DAYS_PK, sk: `${day}#${place}` }
}
