import { type couriersOf, findCourier } from '@nashta/contracts/delivery/couriers'
import { orderNumber } from '@nashta/contracts/orders/order-texts'

/** What an operator has filled in for the parcel of an order. Without `courier`, the one chosen on the screen is used. */
export type ParcelDraft = { trackingNumber: string; courier?: string | undefined }

type Couriers = ReturnType<typeof couriersOf>

type Listed = {
  /** All orders of the list. */
  ids: readonly string[]
  /** Those of `ids` without a number, as on the screen. Lines that name no order fill these. */
  freeIds: readonly string[]
  couriers: Couriers
  /** The numbers that other parcels have already. */
  used: ReadonlySet<string>
}

export type ReadNumbers = {
  drafts: ReadonlyMap<string, ParcelDraft>
  /** What could not be read, one text for each line. */
  problems: readonly string[]
}

export const TRACKING_NUMBER = /^[\dA-Za-z-]{4,64}$/
const NUMBER_COLUMN = /awb|track|waybill|consignment|docket/i
const ORDER_COLUMN = /order|reference|\bref\b/i
const NO_ORDER_NUMBER = /date|time|value|amount|total/i
const COURIER_COLUMN = /courier|carrier|partner/i

type Columns = { number: number; order: number; courier: number }
type Row = { number?: string | undefined; order?: string | undefined; courier?: string | undefined }

/**
 * Reads a pasted column of tracking numbers, or lines of a CSV with order numbers. A line without an order
 * number belongs to the next order without a number. Columns are found by their titles or, without
 * titles, by what is in them.
 */
export function readNumbers(text: string, { ids, freeIds, couriers, used }: Listed): ReadNumbers {
  const idOf = new Map(ids.map((id) => [orderNumber(id), id]))
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ place: `Line ${index + 1}`, cells: cellsOf(line) }))
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const columns = columnsOf(filled[0]?.cells ?? [])
  const drafts = new Map<string, ParcelDraft>()
  const problems: string[] = []
  const numbers = new Set(used)
  const free = [...freeIds]
  for (const { place, cells } of columns ? filled.slice(1) : filled) {
    const row = columns ? rowOf(cells, columns) : guessRow(cells, { idOf, couriers })
    if (row.number === undefined || !TRACKING_NUMBER.test(row.number)) {
      problems.push(`${place}: no tracking number in “${cells.join(', ')}”`)
      continue
    }
    if (numbers.has(row.number)) {
      problems.push(`${place}: ${row.number} is there already`)
      continue
    }
    const id = row.order === undefined ? nextFree(free, drafts) : idOf.get(orderKey(row.order))
    if (id === undefined) {
      const why = row.order === undefined ? 'more numbers than orders' : `no order ${row.order} in this list`
      problems.push(`${place}: ${why}`)
      continue
    }
    if (drafts.has(id)) {
      problems.push(`${place}: order ${orderNumber(id)} has a number already`)
      continue
    }
    numbers.add(row.number)
    drafts.set(id, {
      trackingNumber: row.number,
      ...(row.courier && { courier: findCourier(couriers, row.courier)?.name ?? row.courier }),
    })
  }
  return { drafts, problems }
}

/** A cell in quotes may have separators. */
const CELL = /(?:^|[\t,;])\s*(?:"(?<quoted>(?:[^"]|"")*)"\s*(?=[\t,;]|$)|(?<plain>[^\t,;]*))/g

function cellsOf(line: string) {
  return Array.from(line.matchAll(CELL), ({ groups }) =>
    (groups?.['quoted']?.replaceAll('""', '"') ?? groups?.['plain'] ?? '').trim(),
  )
}

/** Null if the first line has no titles. A title has no digits. */
function columnsOf(cells: readonly string[]): Columns | null {
  const find = (isTitle: (cell: string, index: number) => boolean) =>
    cells.findIndex((cell, index) => !/\d/.test(cell) && isTitle(cell, index))
  const number = find((cell) => NUMBER_COLUMN.test(cell))
  if (number === -1) return null
  // “Courier tracking number” is no courier, and “Order date” no order number.
  return {
    number,
    order: find((cell, index) => index !== number && ORDER_COLUMN.test(cell) && !NO_ORDER_NUMBER.test(cell)),
    courier: find((cell, index) => index !== number && COURIER_COLUMN.test(cell)),
  }
}

/** A column that is missing is -1, so its cell is undefined. */
function rowOf(cells: readonly string[], { number, order, courier }: Columns): Row {
  return { number: cells[number], order: cells[order] || undefined, courier: cells[courier] || undefined }
}

type Known = { idOf: ReadonlyMap<string, string>; couriers: Couriers }

/**
 * A listed order number, a known courier, and one other text with a digit, which is the tracking number.
 * Without a listed order, the tracking number must be the only other text: a second one could be the number
 * of an order that is not listed.
 */
function guessRow(cells: readonly string[], { idOf, couriers }: Known): Row {
  const order = cells.find((cell) => idOf.has(orderKey(cell)))
  const courier = cells.find((cell) => cell !== '' && findCourier(couriers, cell) !== undefined)
  const others = cells.filter((cell) => cell !== '' && cell !== order && cell !== courier)
  const numbers = order === undefined ? others : others.filter((cell) => /\d/.test(cell))
  return { order, courier, number: numbers.length === 1 ? numbers[0] : undefined }
}

function orderKey(text: string) {
  return text.replace(/^#/, '').toUpperCase()
}

function nextFree(free: string[], drafts: ReadonlyMap<string, ParcelDraft>) {
  let id = free.shift()
  while (id !== undefined && drafts.has(id)) id = free.shift()
  return id
}
