import { calendarDay } from '@nashta/contracts/dates'
import { CUSTOMER_HEADER, toCustomerCells } from '../customers/customer-files.ts'
import { listCustomers } from '../customers/list-customers.ts'
import { type Cell, writeCsvInPieces } from '../files/csv.ts'
import { type OfferRecord, stateOf } from '../offers/decide-offers.ts'
import type { OfferUses } from '../offers/offer-uses.ts'
import { nameOf } from '../operator-log/logged-change.ts'
import type { LogEntry } from '../operator-log/operator-log.ts'
import { listBillMonths } from '../returns/months.ts'
import { PAPER_HEADS, readPaperRows } from '../returns/return-bills.ts'
import {
  type Columns,
  dayCell,
  type ExportDeps,
  type ExportedDays,
  type ExportTable,
  exportTable,
  PAGE_SIZE,
  rowsOfPages,
  rupeesCell,
  timeCell,
  yesOrNo,
} from './export-table.ts'
import { ORDER_LINES, ORDERS, spanOf } from './order-tables.ts'
import { PRODUCTS, STOCK, STOCK_VALUE } from './stock-tables.ts'

const CUSTOMERS: ExportTable = {
  header: CUSTOMER_HEADER,
  async *rows(deps) {
    const customers = rowsOfPages(async (cursor) => {
      const page = await listCustomers(deps, { limit: PAGE_SIZE, cursor })
      return { rows: page.customers, next: page.nextCursor }
    })
    for await (const customer of customers) yield toCustomerCells(customer)
  },
}

/** Every line of every bill and credit note, month by month. */
const BILLS: ExportTable = {
  header: PAPER_HEADS,
  async *rows({ bills, now }) {
    const last = calendarDay(now()).slice(0, 7)
    for (const month of await listBillMonths(bills, last)) yield* readPaperRows(bills, month)
  },
}

type ExportedOffer = { offer: OfferRecord; uses: OfferUses; now: Date }

const OFFER_COLUMNS: Columns<ExportedOffer> = {
  Id: ({ offer }) => offer.id,
  Name: ({ offer }) => offer.name,
  Code: ({ offer }) => offer.code ?? '',
  State: ({ offer, now }) => stateOf(offer, now),
  Kind: ({ offer }) => offer.terms.kind,
  Terms: ({ offer: { terms } }) => {
    const { kind: _kind, ...others } = terms
    return JSON.stringify(others)
  },
  From: ({ offer }) => offer.startsAt ?? '',
  Until: ({ offer }) => offer.endsAt ?? '',
  'Minimum spend': ({ offer }) => offer.minSpend ?? '',
  Products: ({ offer: { products = [] } }) => products.join(' | '),
  Shelves: ({ offer: { shelves = [] } }) => shelves.join(' | '),
  'First orders only': ({ offer }) => yesOrNo(offer.firstOrderOnly === true),
  'Uses at most': ({ offer }) => offer.usesMax ?? '',
  'Uses per customer': ({ offer }) => offer.usesPerCustomer ?? '',
  Combines: ({ offer }) => yesOrNo(offer.combines),
  Uses: ({ uses }) => uses.count,
  Revenue: ({ uses }) => rupeesCell(uses.revenuePaise),
  Cost: ({ uses }) => rupeesCell(uses.costPaise),
}

async function* readOffers({ offers, now }: ExportDeps): AsyncGenerator<ExportedOffer> {
  for (const offer of await offers.read()) yield { offer, uses: await offers.readUses(offer.id), now: now() }
}

/** A change of one field. `field` is empty for an entry without changes. */
type LoggedField = { entry: LogEntry; field: string; from?: unknown; to?: unknown }

const LOG_COLUMNS: Columns<LoggedField> = {
  Date: ({ entry }) => dayCell(entry.at),
  Time: ({ entry }) => timeCell(entry.at),
  By: ({ entry }) => nameOf(entry),
  What: ({ entry }) => entry.kind,
  Id: ({ entry }) => entry.subject,
  Action: ({ entry }) => entry.action,
  Field: ({ field }) => field,
  Before: ({ from }) => valueCell(from),
  After: ({ to }) => valueCell(to),
}

function valueCell(value: unknown): Cell {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}

function readLog({ operatorLog }: ExportDeps, days: ExportedDays): AsyncGenerator<LoggedField> {
  const { from, until } = spanOf(days)
  const filter = { from: from?.toISOString(), until: until?.toISOString() }
  return rowsOfPages(async (after) => {
    const entries = await operatorLog.list(filter, { limit: PAGE_SIZE, after })
    const next = entries.length < PAGE_SIZE ? null : entries.at(-1)?.id
    return { rows: entries.flatMap(fieldsOf), next }
  })
}

function fieldsOf(entry: LogEntry): LoggedField[] {
  const fields = Object.entries(entry.changes)
  if (fields.length === 0) return [{ entry, field: '' }]
  return fields.map(([field, { from, to }]) => ({ entry, field, from, to }))
}

/** The files that operators can save. */
export const EXPORTS = {
  products: PRODUCTS,
  orders: ORDERS,
  'order-lines': ORDER_LINES,
  stock: STOCK,
  'stock-value': STOCK_VALUE,
  offers: exportTable(OFFER_COLUMNS, readOffers),
  customers: CUSTOMERS,
  bills: BILLS,
  log: exportTable(LOG_COLUMNS, readLog),
} as const satisfies Record<string, ExportTable>

export type ExportName = keyof typeof EXPORTS

export function exportFile(deps: ExportDeps, name: ExportName, days: ExportedDays = {}) {
  const { header, rows }: ExportTable = EXPORTS[name]
  return {
    pieces: writeCsvInPieces(header, rows(deps, days)),
    fileName: `${name}-${calendarDay(deps.now())}.csv`,
  }
}
