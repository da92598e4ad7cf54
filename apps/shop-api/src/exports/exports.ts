import { FILE_HEADER } from '@nashta/contracts/catalogue/product-file'
import { calendarDay, KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { listPrice, sumPrices } from '@nashta/contracts/pricing/sums'
import type { BillStore } from '../bills/bill-store.ts'
import { productToCells } from '../catalogue/files/product-rows.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { ShelfStore } from '../catalogue/shelves/shelf-store.ts'
import { CUSTOMER_HEADER, toCustomerCells } from '../customers/customer-files.ts'
import { listCustomers } from '../customers/list-customers.ts'
import { momentsOf } from '../figures/days.ts'
import { readStockCosts } from '../figures/stock-value.ts'
import { type Cell, writeCsvInPieces } from '../files/csv.ts'
import { stateOf } from '../offers/decide-offers.ts'
import type { OfferStore } from '../offers/offer-store.ts'
import { nameOf } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import type { OrderLine, OrderRecord } from '../orders/order/purchase-store.ts'
import { netPaid, unitsThatRemain } from '../orders/order/refunded.ts'
import type { PersonStore } from '../orders/persons/person-store.ts'
import type { AllOrders } from '../orders/search/all-orders.ts'
import { listBillMonths } from '../returns/months.ts'
import { PAPER_HEADS, readPaperRows } from '../returns/return-bills.ts'

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
type ExportedDays = { from?: string | undefined; until?: string | undefined }

const PAGE_SIZE = 100

type Export = {
  header: readonly string[]
  rows: (this: void, deps: ExportDeps, days: ExportedDays) => AsyncGenerator<readonly Cell[]>
}

/** The files that operators can save. Each is read in pages while it is written. */
export const EXPORTS = {
  products: { header: FILE_HEADER, rows: productRows },
  orders: {
    header: [
      'Order',
      'Id',
      'Date',
      'Time',
      'Status',
      'Delivery',
      'Payment',
      'Payment state',
      'Units',
      'Goods',
      'Discount',
      'Delivery fee',
      'Total',
      'Paid',
      'Paid less refunds',
      'Offers',
      'Name',
      'E-mail',
      'Phone',
      'Address',
      'City',
      'State',
      'Pincode',
      'GSTIN',
      'Note',
      'Bill',
    ],
    rows: orderRows,
  },
  'order-lines': {
    header: [
      'Order',
      'Id',
      'Date',
      'Status',
      'Product id',
      'Product',
      'Shelf',
      'HSN',
      'GST rate',
      'Units',
      'Units left',
      'Price',
      'Goods',
      'Discount',
      'Amount',
    ],
    rows: lineRows,
  },
  stock: {
    header: [
      'Product id',
      'Product',
      'Date',
      'Time',
      'Units',
      'Why',
      'Order',
      'By',
      'Note',
      'Cost of a unit',
      'Batch',
      'Best before',
    ],
    rows: stockRows,
  },
  'stock-value': {
    header: ['Product id', 'Product', 'Units', 'Units with a known cost', 'Cost of these'],
    rows: stockValueRows,
  },
  offers: {
    header: [
      'Id',
      'Name',
      'Code',
      'State',
      'Kind',
      'Terms',
      'From',
      'Until',
      'Minimum spend',
      'Products',
      'Shelves',
      'First orders only',
      'Uses at most',
      'Uses per customer',
      'Combines',
      'Uses',
      'Revenue',
      'Cost',
    ],
    rows: offerRows,
  },
  customers: { header: CUSTOMER_HEADER, rows: customerRows },
  bills: { header: PAPER_HEADS, rows: billRows },
  log: {
    header: ['Date', 'Time', 'By', 'What', 'Id', 'Action', 'Field', 'Before', 'After'],
    rows: logRows,
  },
} as const satisfies Record<string, Export>

export type ExportName = keyof typeof EXPORTS

export function exportFile(deps: ExportDeps, name: ExportName, days: ExportedDays = {}) {
  const { header, rows }: Export = EXPORTS[name]
  return {
    pieces: writeCsvInPieces(header, rows(deps, days)),
    fileName: `${name}-${calendarDay(deps.now())}.csv`,
  }
}

async function* productRows({ products, shelves }: ExportDeps) {
  const index = await shelves.read()
  for await (const product of products.readAll()) yield productToCells(product, index)
}

async function* readOrders({ allOrders }: ExportDeps, days: ExportedDays): AsyncGenerator<OrderRecord> {
  let cursor: string | undefined
  do {
    const page = await allOrders.list(spanOf(days), { limit: PAGE_SIZE, cursor })
    yield* page.orders
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

async function* orderRows(deps: ExportDeps, days: ExportedDays): AsyncGenerator<Cell[]> {
  for await (const order of readOrders(deps, days)) yield toOrderCells(order)
}

function toOrderCells(order: OrderRecord): Cell[] {
  const { purchaseId, payment, shippingAddress, details, lines, totalPaise, shippingFeePaise } = order
  const { fullName, addressLine1, addressLine2 = '', city, state, pincode, phoneNumber } = shippingAddress
  const goods = sumPrices(lines)
  return [
    orderNumber(purchaseId),
    purchaseId,
    ...timeCells(order.purchaseDate),
    order.orderStatus,
    order.deliveryStatus,
    payment.method,
    payment.state,
    order.totalItems,
    rupees(goods),
    rupees(goods + shippingFeePaise - totalPaise),
    rupees(shippingFeePaise),
    rupees(totalPaise),
    rupees(payment.paidPaise),
    rupees(netPaid(order)),
    (order.offers ?? []).map(({ name }) => name).join(', '),
    fullName,
    order.email ?? '',
    phoneNumber,
    [addressLine1, addressLine2].filter(Boolean).join(', '),
    city,
    state,
    pincode,
    details.gstin ?? '',
    details.shopNote ?? '',
    order.fulfilment.billing?.number ?? '',
  ]
}

async function* lineRows(deps: ExportDeps, days: ExportedDays): AsyncGenerator<Cell[]> {
  for await (const order of readOrders(deps, days))
    for (const line of order.lines) yield toLineCells(order, line)
}

function toLineCells(order: OrderRecord, line: OrderLine): Cell[] {
  const goods = listPrice(line)
  const discount = line.discountPaise ?? 0
  return [
    orderNumber(order.purchaseId),
    order.purchaseId,
    calendarDay(new Date(order.purchaseDate)),
    order.orderStatus,
    line.productId,
    line.name,
    line.category,
    line.tax?.hsn ?? '',
    line.tax?.ratePercent ?? '',
    line.quantity,
    unitsThatRemain(order, line),
    rupees(line.pricePaise),
    rupees(goods),
    rupees(discount),
    rupees(goods - discount),
  ]
}

/** The newest change of each product first. */
async function* stockRows({ products }: ExportDeps): AsyncGenerator<Cell[]> {
  for await (const { products_id, name } of products.readAll()) {
    let before: string | undefined
    do {
      const { entries, next } = await products.stockHistory(products_id, { limit: PAGE_SIZE, before })
      for (const {
        at,
        units,
        kind,
        orderId = '',
        by = '',
        note = '',
        costPaise,
        batch = '',
        bestBefore = '',
      } of entries)
        yield [
          products_id,
          name,
          ...timeCells(at),
          units,
          kind,
          orderId === '' ? '' : orderNumber(orderId),
          by,
          note,
          costPaise === undefined ? '' : rupees(costPaise),
          batch,
          bestBefore,
        ]
      before = next ?? undefined
    } while (before !== undefined)
  }
}

async function* stockValueRows({ products }: ExportDeps): AsyncGenerator<Cell[]> {
  for await (const { products_id, name, units, unknownUnits, costPaise } of readStockCosts(products))
    yield [products_id, name, units, units - unknownUnits, rupees(costPaise)]
}

async function* customerRows(deps: ExportDeps): AsyncGenerator<Cell[]> {
  let cursor: string | undefined
  do {
    const { customers, nextCursor } = await listCustomers(deps, { limit: PAGE_SIZE, cursor })
    yield* customers.map(toCustomerCells)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Every line of every bill and credit note, month by month. */
async function* billRows({ bills, now }: ExportDeps): AsyncGenerator<Cell[]> {
  const last = calendarDay(now()).slice(0, 7)
  for (const month of await listBillMonths(bills, last)) yield* readPaperRows(bills, month)
}

async function* offerRows({ offers, now }: ExportDeps): AsyncGenerator<Cell[]> {
  for (const offer of await offers.read()) {
    const { count, revenuePaise, costPaise } = await offers.readUses(offer.id)
    const { kind, ...terms } = offer.terms
    yield [
      offer.id,
      offer.name,
      offer.code ?? '',
      stateOf(offer, now()),
      kind,
      JSON.stringify(terms),
      offer.startsAt ?? '',
      offer.endsAt ?? '',
      offer.minSpend ?? '',
      (offer.products ?? []).join(' | '),
      (offer.shelves ?? []).join(' | '),
      offer.firstOrderOnly === true ? 'yes' : 'no',
      offer.usesMax ?? '',
      offer.usesPerCustomer ?? '',
      offer.combines ? 'yes' : 'no',
      count,
      rupees(revenuePaise),
      rupees(costPaise),
    ]
  }
}

/** A row for each field that was changed. */
async function* logRows({ operatorLog }: ExportDeps, days: ExportedDays): AsyncGenerator<Cell[]> {
  const { from, until } = spanOf(days)
  const filter = { from: from?.toISOString(), until: until?.toISOString() }
  let after: string | undefined
  do {
    const entries = await operatorLog.list(filter, { limit: PAGE_SIZE, after })
    for (const entry of entries) {
      const { at, kind, subject, action, changes } = entry
      const facts = [...timeCells(at), nameOf(entry), kind, subject, action]
      const fields = Object.entries(changes)
      if (fields.length === 0) yield [...facts, '', '', '']
      for (const [field, { from: was, to }] of fields) yield [...facts, field, valueCell(was), valueCell(to)]
    }
    after = entries.length < PAGE_SIZE ? undefined : entries.at(-1)?.id
  } while (after !== undefined)
}

function valueCell(value: unknown): Cell {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}

/** From the first moment of the first day until the first moment after the last one. */
function spanOf({ from, until }: ExportedDays): { from?: Date; until?: Date } {
  return {
    ...(from !== undefined && { from: momentsOf(from).from }),
    ...(until !== undefined && { until: momentsOf(until).until }),
  }
}

/** `2026-01-31` and `14:05` in India. */
function timeCells(instant: string): [day: string, time: string] {
  const local = new Date(Date.parse(instant) + KOLKATA_OFFSET_MS).toISOString()
  return [local.slice(0, 10), local.slice(11, 16)]
}

function rupees(paise: number) {
  return paiseToRupees(asPaise(paise))
}
