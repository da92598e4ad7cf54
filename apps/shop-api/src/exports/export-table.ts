import { KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { BillStore } from '../bills/bill-store.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { ShelfStore } from '../catalogue/shelves/shelf-store.ts'
import type { Cell } from '../files/csv.ts'
import type { OfferStore } from '../offers/offer-store.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import type { PersonStore } from '../orders/persons/person-store.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'

export type ExportDeps = {
  bills: BillStore
  persons: Pick<PersonStore, 'find' | 'listTagged'>
  products: ProductStore
  shelves: ShelfStore
  allOrders: AllOrders
  offers: OfferStore
  operatorLog: OperatorLog
  now: () => Date
}

/** Days in India, both included. */
export type ExportedDays = { from?: string | undefined; until?: string | undefined }

/** A file that operators can save. It is read in pages while it is written. */
export type ExportTable = {
  header: readonly string[]
  rows: (this: void, deps: ExportDeps, days: ExportedDays) => AsyncGenerator<readonly Cell[]>
}

/** The titles of the columns, each with its cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

export function exportTable<Row>(
  columns: Columns<Row>,
  readRows: (deps: ExportDeps, days: ExportedDays) => AsyncIterable<Row>,
): ExportTable {
  const cells = Object.values(columns)
  return {
    header: Object.keys(columns),
    async *rows(deps, days) {
      for await (const row of readRows(deps, days)) yield cells.map((cellOf) => cellOf(row))
    },
  }
}

export const PAGE_SIZE = 100

/** The rows of all pages, one after the other. `next` is the cursor of the next page, if there is one. */
export async function* rowsOfPages<Row>(
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ rows: readonly Row[]; next: string | null | undefined }>,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { rows, next } = await readPage(cursor)
    yield* rows
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

/** The day in India, such as `2026-01-31`. */
export function dayCell(instant: string): string {
  return inIndia(instant).slice(0, 10)
}

/** The time in India, such as `14:05`. */
export function timeCell(instant: string): string {
  return inIndia(instant).slice(11, 16)
}

function inIndia(instant: string) {
  return new Date(Date.parse(instant) + KOLKATA_OFFSET_MS).toISOString()
}

export function rupeesCell(paise: number): number {
  return paiseToRupees(asPaise(paise))
}

export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
