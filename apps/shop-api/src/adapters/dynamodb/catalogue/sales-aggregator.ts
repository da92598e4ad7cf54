import { calendarDay } from '@nashta/contracts/dates'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import { dayBefore } from '../../../catalogue/sales-scores.ts'
import type { ShopTables } from '../tables.ts'
import {
  chunkItems,
  chunkKey,
  type CountedOrder,
  headKey,
  type Hours,
  NO_HOURS,
  readHead,
  readSales,
  readTotals,
  type Totals,
  type TotalsHead,
} from './sales.ts'

/** Sales older than this are final: an order's transaction with all its retries takes much less time. */
const CLOSED_AFTER_MS = 2 * 60 * 1000

/** Sales are deleted after a week, so older days cannot be added up. */
const DAYS_BACK = 6

type SalesLease = { fence: number; signal?: AbortSignal }

/** The units sold, by `products_id`. */
type Units = Map<string, number>

/**
 * Adds up the sales of all processes, in one process at a time, so that the others read only the totals. Sales of the
 * last two minutes are read again in each run; older ones are final.
 */
export function createSalesAggregator({ client, tables, now }: ShopTables & { now: () => Date }) {
  const shop = { client, tables }
  const table = tables.purchases
  /**
   * The final totals that this process wrote last, by day. They are valid while the stored generation is the same.
   * `previous` is the head that they replaced. The next run deletes its chunks.
   */
  const written = new Map<string, { generation: string; closed: Units; previous: TotalsHead | null }>()
  /** The days whose sales are all final. They are not read again. */
  const completeDays = new Set<string>()

  /** The units whose sales are final. `head` is null before the first run of the day. */
  async function closedTotals(day: string, head: TotalsHead | null): Promise<Units> {
    if (!head) return new Map()
    const known = written.get(day)
    if (known?.generation === head.generation) return known.closed
    const totals = await readTotals(shop, day, head)
    if (!totals) throw new Error(`The sales of ${day} were added up by another process meanwhile`)
    return new Map(totals.map(({ products_id, closed }) => [products_id, closed]))
  }

  async function addUpDay(day: string, { fence }: SalesLease) {
    const head = await readHead(shop, day)
    const closed = new Map(await closedTotals(day, head))
    const recent: Units = new Map()
    const closedHours = structuredClone(head?.closedHours ?? NO_HOURS)
    const recentHours = structuredClone(NO_HOURS)
    const finalUntil = new Date(now().getTime() - CLOSED_AFTER_MS).toISOString()
    let rowCount = 0
    for await (const { at, sold, counted } of readSales(shop, day, head?.closedThrough ?? '')) {
      rowCount += 1
      const isFinal = at <= finalUntil
      for (const { products_id, units } of sold) add(isFinal ? closed : recent, products_id, units)
      if (counted) addOrder(isFinal ? closedHours : recentHours, counted)
    }
    const hours = sumOf(closedHours, recentHours)
    if (rowCount > 0) await write(day, head, { closed, recent, hours, closedHours, finalUntil, fence })
    // The day ended so long ago that its last sale is final.
    const isOver = day < calendarDay(new Date(now().getTime() - CLOSED_AFTER_MS))
    if (isOver && recent.size === 0) {
      completeDays.add(day)
      written.delete(day)
    }
  }

  type Sums = Pick<TotalsHead, 'hours' | 'closedHours' | 'fence'> & {
    closed: Units
    recent: Units
    finalUntil: string
  }

  async function write(day: string, before: TotalsHead | null, sums: Sums) {
    const { closed, recent, hours, closedHours, finalUntil, fence } = sums
    const generation = crypto.randomUUID()
    // Never earlier than before, even when the clock of this process is slow.
    const closedThrough = before && before.closedThrough > finalUntil ? before.closedThrough : finalUntil
    const head = { generation, closedThrough, hours, closedHours, fence }
    const chunks = chunkItems(day, generation, toTotals(closed, recent))
    await writeItems(
      client,
      table,
      chunks.map((put) => ({ put })),
    )
    const stored = await updateItem(client, {
      TableName: table,
      Key: headKey(day),
      UpdateExpression:
        'SET generation = :generation, chunkCount = :chunks, closedThrough = :closed, hours = :hours, closedHours = :closedHours, fence = :fence',
      // Refused when a process that took over the lease has written since.
      ConditionExpression: before
        ? 'generation = :before AND fence <= :fence'
        : 'attribute_not_exists(generation)',
      ExpressionAttributeValues: {
        ':generation': generation,
        ':chunks': chunks.length,
        ':closed': closedThrough,
        ':hours': hours,
        ':closedHours': closedHours,
        ':fence': fence,
        ...(before && { ':before': before.generation }),
      },
    })
    if (!stored) {
      await deleteChunks(day, { ...head, chunkCount: chunks.length })
      throw new Error(`The sales of ${day} were added up by another process meanwhile`)
    }
    // A process may still be reading the chunks that were just replaced, so they are deleted one run later.
    const { previous } = written.get(day) ?? {}
    written.set(day, { generation, closed, previous: before })
    if (previous) await deleteChunks(day, previous)
  }

  async function deleteChunks(day: string, { generation, chunkCount }: TotalsHead) {
    const keys = Array.from({ length: chunkCount }, (_, chunk) => chunkKey(day, generation, chunk))
    await writeItems(
      client,
      table,
      keys.map((key) => ({ delete: key })),
    )
  }

  return {
    /** The lease lets only one process at a time add up sales. Its `fence` grows with each holder. */
    async addUp(lease: SalesLease) {
      for (let age = DAYS_BACK; age >= 0; age -= 1) {
        const day = dayBefore(now(), age)
        if (lease.signal?.aborted) return
        if (!completeDays.has(day)) await addUpDay(day, lease)
      }
    },
  }
}

function add(units: Units, productsId: string, count: number) {
  units.set(productsId, (units.get(productsId) ?? 0) + count)
}

function addOrder(hours: Hours, { hour, paise }: CountedOrder) {
  const totals = hours[hour]
  if (!totals) return
  totals.orders += 1
  totals.revenuePaise += paise
}

function sumOf(closed: Hours, recent: Hours): Hours {
  return closed.map(({ orders, revenuePaise }, hour) => ({
    orders: orders + (recent[hour]?.orders ?? 0),
    revenuePaise: revenuePaise + (recent[hour]?.revenuePaise ?? 0),
  }))
}

function toTotals(closed: Units, recent: Units): Totals {
  return Array.from(new Set([...closed.keys(), ...recent.keys()]), (products_id) => {
    const closedUnits = closed.get(products_id) ?? 0
    return { products_id, units: closedUnits + (recent.get(products_id) ?? 0), closed: closedUnits }
  })
}
