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
  HOURS_WITHOUT_ORDERS,
  readChangedDays,
  readHead,
  readSales,
  readUnitTotals,
  type SalesHead,
  type UnitTotals,
} from './sales.ts'

/**
 * A sale is closed when it is this old. At 10:02, for example, the sales up to 10:00 are closed. No
 * order can store a sale of 10:00 any more, because an order's transaction with all its retries
 * takes much less than two minutes.
 */
const CLOSED_AFTER_MS = 2 * 60 * 1000

/** The oldest day that is added up is this many days ago. DynamoDB deletes sales after a week. */
const DAYS_BACK = 6

type SalesLease = { fence: number; signal?: AbortSignal }

/** The units sold, by `products_id`. */
type Units = Map<string, number>

/**
 * Adds up the sales of all processes, in one process at a time. The other processes read only the
 * totals. Each run reads the sales of the last two minutes again. Older sales are closed, and are
 * not read again.
 *
 * The sales totals of a day are one head and several chunks. The chunks have the units of each
 * product. Each write stores new chunks with a new `generation`, and then a head with that
 * `generation`.
 */
export function createSalesAggregator({ client, tables, now }: ShopTables & { now: () => Date }) {
  const shop = { client, tables }
  const table = tables.purchases
  /**
   * A cache of the closed units that this process wrote, by day. An entry is valid while the head
   * has the entry's `generation`: no other process has written totals since.
   */
  const closedUnitsCache = new Map<string, { generation: string; closed: Units }>()
  /**
   * For each day, the head that this process replaced last. The chunks of the replaced head are not
   * deleted before the next run, because other processes may still be reading the chunks.
   */
  const replacedHeads = new Map<string, SalesHead>()
  /** The days whose sales are all closed. These days are not read again. */
  const completeDays = new Set<string>()

  /**
   * The units of closed sales in the totals, in a new map that the caller may change. `head` is
   * null before the first run of the day.
   */
  async function readClosedUnits(day: string, head: SalesHead | null): Promise<Units> {
    if (!head) return new Map()
    const cached = closedUnitsCache.get(day)
    if (cached?.generation === head.generation) return new Map(cached.closed)
    const totals = await readUnitTotals(shop, day, head)
    if (!totals) throw new Error(`The sales of ${day} were added up by another process meanwhile`)
    return new Map(totals.map(({ products_id, closed }) => [products_id, closed]))
  }

  async function addUpDay(day: string, { fence }: SalesLease) {
    await deleteReplacedChunks(day)
    const head = await readHead(shop, day)
    const closed = await readClosedUnits(day, head)
    const recent: Units = new Map()
    const closedHours = structuredClone(head?.closedHours ?? HOURS_WITHOUT_ORDERS)
    const recentHours = structuredClone(HOURS_WITHOUT_ORDERS)
    const cutoff = new Date(now().getTime() - CLOSED_AFTER_MS).toISOString()
    let hasReadSales = false
    // The sales up to `closedThrough` are already in `closed`, so only later sales are read.
    for await (const { at, sold, counted: orderToCount } of readSales(shop, day, head?.closedThrough ?? '')) {
      hasReadSales = true
      const isClosedNow = at <= cutoff
      for (const { products_id, units } of sold) add(isClosedNow ? closed : recent, products_id, units)
      if (orderToCount) addOrder(isClosedNow ? closedHours : recentHours, orderToCount)
    }
    if (hasReadSales) {
      const hours = sumOf(closedHours, recentHours)
      await write(day, head, { closed, recent, hours, closedHours, cutoff, fence })
      return
    }
    // A day that ended before the cutoff gets no further sales.
    const endedBeforeCutoff = day < calendarDay(new Date(cutoff))
    if (endedBeforeCutoff) {
      completeDays.add(day)
      closedUnitsCache.delete(day)
    }
  }

  type Sums = Pick<SalesHead, 'hours' | 'closedHours' | 'fence'> & {
    closed: Units
    recent: Units
    cutoff: string
  }

  async function write(day: string, before: SalesHead | null, sums: Sums) {
    const { closed, recent, hours, closedHours, cutoff, fence } = sums
    const generation = crypto.randomUUID()
    // `closedThrough` never moves back, even when the clock of this process is slow.
    const closedThrough = before && before.closedThrough > cutoff ? before.closedThrough : cutoff
    const chunks = chunkItems(day, generation, toUnitTotals(closed, recent))
    await writeItems(
      client,
      table,
      chunks.map((put) => ({ put })),
    )
    // The head must still be `before`. And if `before` has a higher fence, a later holder of the
    // lease has written it: this process has lost its lease and must not replace the head.
    const headIsReplaceable = before
      ? '(generation = :before AND fence <= :fence)'
      : 'attribute_not_exists(generation)'
    // The SDK sends the update again when its response was lost.
    const updateIsAlreadyStored = 'generation = :generation'
    const stored = await updateItem(client, {
      TableName: table,
      Key: headKey(day),
      UpdateExpression:
        'SET generation = :generation, chunkCount = :chunks, closedThrough = :closed, hours = :hours, closedHours = :closedHours, fence = :fence',
      ConditionExpression: `${headIsReplaceable} OR ${updateIsAlreadyStored}`,
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
      await deleteChunks(day, generation, chunks.length)
      throw new Error(`The sales of ${day} were added up by another process meanwhile`)
    }
    closedUnitsCache.set(day, { generation, closed })
    if (before) replacedHeads.set(day, before)
  }

  async function deleteReplacedChunks(day: string) {
    const replaced = replacedHeads.get(day)
    if (!replaced) return
    await deleteChunks(day, replaced.generation, replaced.chunkCount)
    replacedHeads.delete(day)
  }

  async function deleteChunks(day: string, generation: string, chunkCount: number) {
    const keys = Array.from({ length: chunkCount }, (_, chunk) => chunkKey(day, generation, chunk))
    await writeItems(
      client,
      table,
      keys.map((key) => ({ delete: key })),
    )
  }

  return {
    /** The caller holds the lease, so that only one process at a time adds up sales. */
    async addUp(lease: SalesLease) {
      const cutoff = new Date(now().getTime() - CLOSED_AFTER_MS).toISOString()
      const changes = await readChangedDays(shop)
      const recentDays = Array.from({ length: DAYS_BACK + 1 }, (_, index) =>
        dayBefore(now(), DAYS_BACK - index),
      ).filter((day) => !completeDays.has(day))
      for (const day of new Set([...changes.map((change) => change.day), ...recentDays])) {
        if (lease.signal?.aborted) return
        await addUpDay(day, lease)
      }
      // A sale that is not closed is read again by the next run, so its note stays until then.
      const closedChanges = changes.filter(({ at }) => at <= cutoff)
      await writeItems(
        client,
        table,
        closedChanges.map(({ pk, sk }) => ({ delete: { pk, sk } })),
      )
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

function toUnitTotals(closed: Units, recent: Units): UnitTotals {
  return Array.from(new Set([...closed.keys(), ...recent.keys()]), (products_id) => {
    const closedUnits = closed.get(products_id) ?? 0
    return { products_id, units: closedUnits + (recent.get(products_id) ?? 0), closed: closedUnits }
  })
}
