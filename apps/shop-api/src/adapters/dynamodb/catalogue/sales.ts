import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import { type Item, queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'
import { isCounted } from '../../../purchases/desk/order-work.ts'
import type { OrderRecord } from '../../../purchases/purchase-store.ts'
import { type ShopTables, toEpochSeconds } from '../tables.ts'

/** The number of keys over which the sales of a day are spread. */
const SALES_SHARD_COUNT = 16

/** A sale is deleted after this time. If the aggregator does not run before, the totals lack it. */
const SALE_EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1000

const unitsSoldSchema = z.array(z.object({ products_id: z.string(), units: z.number() }))

export type UnitsSold = z.output<typeof unitsSoldSchema>

/** An order in the totals of its day: the hour in which it was placed, and its amount. */
const countedSchema = z.object({ hour: z.int(), paise: z.number() })

export type CountedOrder = z.output<typeof countedSchema>

/**
 * The write that stores the sale of an order. Each sale has its own item. If the orders of a best
 * seller shared a counter, they would wait for each other.
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

/**
 * Whether the sale of an order also adds the order to the totals of its day. It does so if the
 * order is not cancelled and is sold on the day of its purchase date. `totalsWrites` adds orders
 * that are sold later.
 */
export function isCountedBySale(order: OrderRecord, soldAt: Date) {
  return isCounted(order) && calendarDay(new Date(order.purchaseDate)) === calendarDay(soldAt)
}

function salesPk(day: string, shard: number) {
  return `sales#${day}#${shard}`
}

/** Reads the sales of a day after the time `after`, or all sales of the day if `after` is empty. */
export async function* readSales({ client, tables }: ShopTables, day: string, after: string) {
  for (let shard = 0; shard < SALES_SHARD_COUNT; shard += 1) {
    const rows = await queryItems<{ sk: string; sold: unknown; counted: unknown }>(client, {
      TableName: tables.purchases,
      KeyConditionExpression: 'pk = :pk AND sk > :after',
      // A sort key is a time, then `#`. The `~` sorts after the `#`, so sales at the time `after`
      // are left out. The `0` sorts before every time.
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

export const NO_HOURS: Hours = Array.from({ length: 24 }, () => ({ orders: 0, revenuePaise: 0 }))

const headSchema = z.object({
  /** A part of the chunks' keys. It is new whenever the totals are written. */
  generation: z.string(),
  chunkCount: z.number(),
  /** Sales up to this time are closed: there will be no others. They are not read again. */
  closedThrough: z.string(),
  /** The orders of each hour that were added by their sales (see `isCountedBySale`). */
  hours: hoursSchema,
  /** As `hours`, but only with the orders of closed sales. */
  closedHours: hoursSchema,
  fence: z.number(),
})

/**
 * Points to the chunks of a day's totals. The chunks are written before the head, so a reader never
 * sees half of them.
 */
export type TotalsHead = z.output<typeof headSchema>

const totalsSchema = z.array(z.object({ products_id: z.string(), units: z.number(), closed: z.number() }))

/** The units of each product. `units` counts all sales, and `closed` only the closed ones. */
export type Totals = z.output<typeof totalsSchema>

export function headKey(day: string) {
  return { pk: `sales-totals#${day}`, sk: 'head' }
}

export function chunkKey(day: string, generation: string, chunk: number) {
  return { pk: `sales-totals#${day}`, sk: `chunk#${generation}#${chunk}` }
}

export async function readHead({ client, tables }: ShopTables, day: string): Promise<TotalsHead | null> {
  const item = await readItem(client, tables.purchases, headKey(day))
  return item && toHead(item)
}

export function toHead(item: Item): TotalsHead {
  return z.parse(headSchema, item)
}

/** Null when the chunks were replaced since the head was read. */
export async function readTotals(
  { client, tables }: ShopTables,
  day: string,
  { generation, chunkCount }: TotalsHead,
): Promise<Totals | null> {
  const keys = Array.from({ length: chunkCount }, (_, chunk) => chunkKey(day, generation, chunk))
  const found = await readItems(
    client,
    keys.map((key) => ({ table: tables.purchases, key })),
  )
  const chunks = found.get(tables.purchases) ?? []
  if (chunks.length < chunkCount) return null
  return chunks.flatMap(({ totals }) => z.parse(totalsSchema, totals))
}

/**
 * Returns a function that reads the sales of a day. Every process reads today's sales every few
 * seconds, so only the first chunk is read, which has the best sellers. Past days are read rarely,
 * so all chunks are read.
 */
export function createSalesReader({ now, ...shop }: ShopTables & { now: () => Date }) {
  /** The sales that were read last. */
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
      const totals = await readTotals(shop, day, { ...head, chunkCount })
      // The chunks were replaced since the head was read.
      if (!totals) continue
      const sold = totals.map(({ products_id, units }) => ({ products_id, units }))
      latest = { day, generation, chunkCount, sold }
      return sold
    }
  }
}

/**
 * The units sold on a day, as items for the copy of a SQLite shop. All copied units are closed,
 * because no single sales are copied. `closedThrough` is empty, so the aggregator adds every sale
 * in the new table to these units. The hours have no orders, because `copyTotals` copies these.
 */
export function copiedTotals(day: string, sold: UnitsSold): Item[] {
  const generation = 'copied'
  const totals = sold.map(({ products_id, units }) => ({ products_id, units, closed: units }))
  const chunks = chunkItems(day, generation, totals)
  const head: TotalsHead = {
    generation,
    chunkCount: chunks.length,
    closedThrough: '',
    hours: NO_HOURS,
    closedHours: NO_HOURS,
    fence: 0,
  }
  return [...chunks, { ...headKey(day), ...head }]
}

/** An id has at most 128 characters, so this many totals take at most 200 kB. DynamoDB allows 400 kB for an item. */
const TOTALS_PER_CHUNK = 1000

/** The first chunk has the products that sold most. */
export function chunkItems(day: string, generation: string, totals: Totals): Item[] {
  const bySales = totals.toSorted((a, b) => b.units - a.units)
  const chunkCount = Math.ceil(bySales.length / TOTALS_PER_CHUNK)
  return Array.from({ length: chunkCount }, (_, chunk) => ({
    ...chunkKey(day, generation, chunk),
    totals: bySales.slice(chunk * TOTALS_PER_CHUNK, (chunk + 1) * TOTALS_PER_CHUNK),
  }))
}
