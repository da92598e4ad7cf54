import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import { type Item, queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'
import { isCounted } from '../../../orders/order/order-work.ts'
import type { OrderRecord } from '../../../orders/order/purchase-store.ts'
import { type ShopTables, toEpochSeconds } from '../tables.ts'

/** The number of keys over which the sales of a day are spread. */
const SALES_SHARD_COUNT = 16

/** DynamoDB deletes a sale after this time. The aggregator must have added the sale up before. */
const SALE_EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1000

const unitsSoldSchema = z.array(z.object({ products_id: z.string(), units: z.number() }))

export type UnitsSold = z.output<typeof unitsSoldSchema>

/** What the order totals need of an order: the hour in which it was placed, and its amount. */
const countedSchema = z.object({ hour: z.int(), paise: z.number() })

export type CountedOrder = z.output<typeof countedSchema>

/**
 * The write that stores the sale of an order. Each sale has its own item: if all orders of a best
 * seller increased one counter, the orders would wait for each other.
 */
export function saleWrite(table: string, order: OrderRecord, at: Date): TransactItem {
  const { purchaseId, lines, totalPaise: paise } = order
  const shard = shardOf(purchaseId, SALES_SHARD_COUNT)
  const sk = `${at.toISOString()}#${purchaseId}`
  const expiresAt = toEpochSeconds(new Date(at.getTime() + SALE_EXPIRES_AFTER_MS))
  const sold = lines.map(({ productId, quantity }) => ({ products_id: productId, units: quantity }))
  const counted: CountedOrder = { hour: hourOfDay(new Date(order.purchaseDate)), paise }
  const item = {
    pk: salesPk(calendarDay(at), shard),
    sk,
    sold,
    expiresAt,
    ...(isCountedBySale(order, at) && { counted }),
  }
  return { name: 'sale', write: { Put: { TableName: table, Item: item } } }
}

type SaleCorrection = { sold: readonly { productId: string; quantity: number }[]; soldAt: Date; at: Date }

/**
 * The writes that correct the sales of the day on which the order was sold, because it was cancelled or
 * edited: a sale, mostly with negative units, and a note that makes the aggregator read that day again.
 */
export function saleCorrectionWrites(
  table: string,
  { purchaseId }: OrderRecord,
  { sold: corrected, soldAt, at }: SaleCorrection,
): TransactItem[] {
  const day = calendarDay(soldAt)
  const sold = corrected.map(({ productId, quantity }) => ({ products_id: productId, units: quantity }))
  const expiresAt = toEpochSeconds(new Date(at.getTime() + SALE_EXPIRES_AFTER_MS))
  const sale = {
    pk: salesPk(day, shardOf(purchaseId, SALES_SHARD_COUNT)),
    // The ending keeps this sale apart from the order's first one, which may have the same time.
    sk: `${at.toISOString()}#${purchaseId}#corrected`,
    sold,
    expiresAt,
  }
  const note = { ...changedDayKey(day, at, purchaseId), day, at: at.toISOString() }
  return [
    { name: 'corrected sale', write: { Put: { TableName: table, Item: sale } } },
    { name: 'changed sales day', write: { Put: { TableName: table, Item: note } } },
  ]
}

/** The partition key of the notes about past days whose sales have changed. */
const CHANGED_DAYS_PK = 'sales-changed-days'

function changedDayKey(day: string, at: Date, purchaseId: string) {
  return { pk: CHANGED_DAYS_PK, sk: `${day}#${at.toISOString()}#${purchaseId}` }
}

export type ChangedDay = { pk: string; sk: string; day: string; at: string }

export function readChangedDays({ client, tables }: ShopTables): Promise<ChangedDay[]> {
  return queryItems<ChangedDay>(client, {
    TableName: tables.purchases,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': CHANGED_DAYS_PK },
    ConsistentRead: true,
  })
}

/**
 * Whether the sale of an order counts the order in the order totals, the number of orders and the
 * revenue of each day. An order counts for the day on which it was placed. An order is sold when it
 * is confirmed, and a cash order may be confirmed two days after it was placed.
 * - An order that is sold on the day on which it was placed is counted by its sale.
 * - An order that is sold on a later day is counted by `orderTotalsWrites`.
 * - A cancelled order is not counted.
 */
export function isCountedBySale(order: OrderRecord, soldAt: Date) {
  return isCounted(order) && calendarDay(new Date(order.purchaseDate)) === calendarDay(soldAt)
}

function salesPk(day: string, shard: number) {
  return `sales#${day}#${shard}`
}

/** Reads the sales of a day that are later than `after`. With '', reads all sales of the day. */
export async function* readSales({ client, tables }: ShopTables, day: string, after: string) {
  for (let shard = 0; shard < SALES_SHARD_COUNT; shard += 1) {
    const rows = await queryItems<{ sk: string; sold: unknown; counted: unknown }>(client, {
      TableName: tables.purchases,
      KeyConditionExpression: 'pk = :pk AND sk > :after',
      // A sort key is a time, then `#`, then an id. The `~` sorts after the `#`, so sales at the
      // time `after` itself are left out. The `0` sorts before every time.
      ExpressionAttributeValues: { ':pk': salesPk(day, shard), ':after': after === '' ? '0' : `${after}~` },
      ConsistentRead: true,
    })
    for (const { sk, sold, counted } of rows) {
      yield {
        at: sk.slice(0, sk.indexOf('#')),
        sold: z.parse(unitsSoldSchema, sold),
        counted: z.parse(z.optional(countedSchema), counted),
      }
    }
  }
}

const hoursSchema = z.array(z.object({ orders: z.number(), revenuePaise: z.number() }))

/** The number and the revenue of the orders in each of the 24 hours of a day. */
export type Hours = z.output<typeof hoursSchema>

export const HOURS_WITHOUT_ORDERS: Hours = Array.from({ length: 24 }, () => ({ orders: 0, revenuePaise: 0 }))

/**
 * The head of a day's sales totals. The units of each product are in separate items, the chunks (see
 * `UnitTotals`). A head is written after its chunks, so all chunks of the current head exist.
 */
const headSchema = z.object({
  /** A part of the keys of the chunks. Every write of the sales totals has a new generation. */
  generation: z.string(),
  chunkCount: z.number(),
  /**
   * The sales up to this time are closed: no further sale can get such an early time. The next run
   * reads only later sales, and adds them to `closedHours` and to the `closed` units of the chunks.
   */
  closedThrough: z.string(),
  /** The orders of each hour that are counted by their sales (see `isCountedBySale`). */
  hours: hoursSchema,
  /** The part of `hours` from sales up to `closedThrough`. */
  closedHours: hoursSchema,
  /** The fence of the lease under which the sales totals were written. */
  fence: z.number(),
})

export type SalesHead = z.output<typeof headSchema>

const unitTotalsSchema = z.array(z.object({ products_id: z.string(), units: z.number(), closed: z.number() }))

/** The units of each product. `closed` is the part of `units` from sales up to `closedThrough`. */
export type UnitTotals = z.output<typeof unitTotalsSchema>

export function headKey(day: string) {
  return { pk: `sales-totals#${day}`, sk: 'head' }
}

export function chunkKey(day: string, generation: string, chunk: number) {
  return { pk: `sales-totals#${day}`, sk: `chunk#${generation}#${chunk}` }
}

export async function readHead({ client, tables }: ShopTables, day: string): Promise<SalesHead | null> {
  const item = await readItem(client, tables.purchases, headKey(day))
  return item && toHead(item)
}

export function toHead(item: Item): SalesHead {
  return z.parse(headSchema, item)
}

/** Returns null for a head that was replaced and whose chunks are already deleted. */
export async function readUnitTotals(
  { client, tables }: ShopTables,
  day: string,
  { generation, chunkCount }: SalesHead,
): Promise<UnitTotals | null> {
  const keys = Array.from({ length: chunkCount }, (_, chunk) => chunkKey(day, generation, chunk))
  const found = await readItems(
    client,
    keys.map((key) => ({ table: tables.purchases, key })),
  )
  const chunks = found.get(tables.purchases) ?? []
  if (chunks.length < chunkCount) return null
  return chunks.flatMap(({ totals }) => z.parse(unitTotalsSchema, totals))
}

/**
 * Returns a function that reads the units sold on a day:
 * - Of today, only the first chunk is read, because every process reads it every few seconds. The
 *   first chunk has the best sellers.
 * - Of past days, all chunks are read, because past days are read rarely.
 */
export function createSalesReader({ now, ...shop }: ShopTables & { now: () => Date }) {
  /** The result of the last read. */
  let latest: { day: string; generation: string; chunkCount: number; sold: UnitsSold } | undefined

  return async function soldOn(day: string): Promise<UnitsSold> {
    for (;;) {
      const head = await readHead(shop, day)
      if (!head) return []
      const { generation } = head
      const isToday = day === calendarDay(now())
      const chunkCount = isToday ? Math.min(1, head.chunkCount) : head.chunkCount
      const isCached =
        latest?.day === day && latest.generation === generation && latest.chunkCount === chunkCount
      if (latest && isCached) return latest.sold
      const totals = await readUnitTotals(shop, day, { ...head, chunkCount })
      // If the chunks were replaced since the head was read, both are read again.
      if (!totals) continue
      const sold = totals.map(({ products_id, units }) => ({ products_id, units }))
      latest = { day, generation, chunkCount, sold }
      return sold
    }
  }
}

/**
 * The items for a day's sales when a SQLite shop is copied to DynamoDB:
 * - The copied units are `closed`, because no sales are copied. The aggregator keeps closed units
 *   without reading their sales.
 * - `closedThrough` is empty, so the aggregator adds every sale in DynamoDB to these units.
 * - The hours are 0, because the order totals are copied to other items (see `orderTotalsKey`).
 */
export function copiedSales(day: string, sold: UnitsSold): Item[] {
  const generation = 'copied'
  const totals = sold.map(({ products_id, units }) => ({ products_id, units, closed: units }))
  const chunks = chunkItems(day, generation, totals)
  const head: SalesHead = {
    generation,
    chunkCount: chunks.length,
    closedThrough: '',
    hours: HOURS_WITHOUT_ORDERS,
    closedHours: HOURS_WITHOUT_ORDERS,
    fence: 0,
  }
  return [...chunks, { ...headKey(day), ...head }]
}

/**
 * An id has at most 128 characters, so this many totals take at most 200 kB. DynamoDB allows 400 kB
 * for an item.
 */
const TOTALS_PER_CHUNK = 1000

/** The first chunk has the products that sold most. */
export function chunkItems(day: string, generation: string, totals: UnitTotals): Item[] {
  const bySales = totals.toSorted((a, b) => b.units - a.units)
  const chunkCount = Math.ceil(bySales.length / TOTALS_PER_CHUNK)
  return Array.from({ length: chunkCount }, (_, chunk) => ({
    ...chunkKey(day, generation, chunk),
    totals: bySales.slice(chunk * TOTALS_PER_CHUNK, (chunk + 1) * TOTALS_PER_CHUNK),
  }))
}
