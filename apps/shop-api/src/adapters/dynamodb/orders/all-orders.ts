import { calendarDay } from '@nashta/contracts/dates'
import { asPaise } from '@nashta/contracts/money'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { countItems, queryItems, readItems } from '@nashta/dynamodb/read-items'
import {
  type AllOrders,
  EVERY_ID,
  type HourTotals,
  type IdRange,
  matchesFilter,
  NO_WORK,
  OPEN_WORK,
  type OrderFilter,
} from '../../../purchases/desk/all-orders.ts'
import { listBySteps, type SearchStep, type StepPage } from '../../../purchases/desk/search-steps.ts'
import { hasPrefixes, hasTerms } from '../../../purchases/desk/search-terms.ts'
import { ERASED_USER_PREFIX } from '../../../purchases/order-state.ts'
import type { OrderRecord } from '../../../purchases/purchase-store.ts'
import { newPurchaseId, timeOfId } from '../../../purchases/purchase.ts'
import { headKey, type Hours, HOURS_WITHOUT_ORDERS, toHead } from '../catalogue/sales.ts'
import { BY_LIST, type ShopTables } from '../tables.ts'
import { orderKey, toStoredOrder } from './order-items.ts'
import {
  canFindByPrefix,
  dayListKey,
  hourAttributes,
  LIST_SHARDS,
  ORDER_DAYS_PK,
  termPk,
  termSk,
  totalsKey,
  workListKey,
} from './order-lists.ts'
import { createOrderReads } from './order-reads.ts'

/**
 * A page ends after about this many orders were read, even if few of them match. The next page
 * continues with the orders that were not read.
 */
const READ_MAX = 500
/** A page reads the orders of at most this many days. */
const DAYS_MAX = 31
const LAST_DAY = '9999-12-31'
/**
 * A prefix is too common when one shard has more than this many terms with the prefix. The search
 * then reads the newest orders, because some of the newest orders are likely to have the prefix.
 */
const TERMS_PER_SHARD_MAX = 100

/** Sorts after every other character, so it ends the range of the terms with a prefix. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The two ids by which an order is stored. */
type OrderLocation = { purchaseId: string; userId: string }

/** The orders that may match a filter and a search, newest first. */
type Candidates = {
  batches: AsyncIterable<OrderLocation[]>
  /** The end of the id range of older candidates; null when `batches` has all candidates. */
  nextEnd: string | null
}

/**
 * `list` finds candidates by a search term, by their work, or day by day. The index `byList` lags
 * behind for a moment, so each candidate is then read and checked.
 */
export function createDynamoAllOrders({ client, tables }: ShopTables, readMax = READ_MAX): AllOrders {
  const table = tables.purchases
  const orders = createOrderReads({ client, tables })

  // `queryList` and `queryTerm` may also return the order with the id `end`, because BETWEEN
  // includes `end`. `newestOf` leaves that order out.
  const queryList = (
    listKey: string,
    { first, end }: IdRange,
    limit: number,
    { isOldestFirst = false } = {},
  ) =>
    queryItems<OrderLocation>(
      client,
      {
        TableName: table,
        IndexName: BY_LIST,
        KeyConditionExpression: '#list = :list AND purchaseId BETWEEN :first AND :end',
        ExpressionAttributeNames: { '#list': 'list' },
        // DynamoDB refuses an empty key value.
        ExpressionAttributeValues: { ':list': listKey, ':first': first || '0', ':end': end },
        ScanIndexForward: isOldestFirst,
        Limit: limit,
      },
      { maxItems: limit },
    )

  const queryTerm = (term: string, shard: number, { first, end }: IdRange, limit: number) =>
    queryTermRange(termPk(term, shard), termSk(term, first), termSk(term, end), limit)

  /** The orders whose terms have this partition key, and a sort key from `first` to `end`. */
  const queryTermRange = async (pk: string, first: string, end: string, limit: number) => {
    const items = await queryItems<{ sk: string; userId: string }>(
      client,
      {
        TableName: table,
        KeyConditionExpression: 'pk = :term AND sk BETWEEN :first AND :end',
        // A purchase that was given up before its order was stored may have left an item without a
        // user id (see `refuseUnlessStored`).
        FilterExpression: 'attribute_exists(userId)',
        ExpressionAttributeValues: { ':term': pk, ':first': first, ':end': end },
        ScanIndexForward: false,
        Limit: limit,
        ConsistentRead: true,
      },
      { maxItems: limit },
    )
    return items.map(({ sk, userId }): OrderLocation => ({
      purchaseId: sk.slice(sk.lastIndexOf('#') + 1),
      userId,
    }))
  }

  /**
   * The orders that may have the prefixes of an interpretation, newest first. Null when a prefix is
   * too short or too common to be looked up.
   */
  async function findByPrefixes(interpretations: readonly (readonly string[])[], { first, end }: IdRange) {
    const found = new Map<string, OrderLocation>()
    for (const prefixes of interpretations) {
      // Only the longest prefix is looked up, because longer prefixes have fewer orders.
      const prefix = prefixes.reduce((longest, each) => (each.length > longest.length ? each : longest))
      if (!canFindByPrefix(prefix)) return null
      // A partition key has only the first two characters of a term. So a prefix has the same
      // partition keys as all terms with the prefix.
      const ordersPerShard = await Promise.all(
        LIST_SHARDS.map((shard) =>
          queryTermRange(termPk(prefix, shard), prefix, prefix + LAST_CHARACTER, TERMS_PER_SHARD_MAX + 1),
        ),
      )
      const isTooCommon = ordersPerShard.some((orders) => orders.length > TERMS_PER_SHARD_MAX)
      if (isTooCommon) return null
      for (const each of ordersPerShard.flat()) found.set(each.purchaseId, each)
    }
    return [...found.values()]
      .filter(({ purchaseId }) => purchaseId >= first && purchaseId < end)
      .toSorted(newestFirst)
  }

  /** The days of the range on which orders were placed, newest first, at most `DAYS_MAX`. */
  async function daysOf({ first, end }: IdRange) {
    // A day is a text such as `2026-01-31`. `0` sorts before every day, and `~` after every day. A
    // text with a year after 9999 begins with `+`, which would sort before every day.
    const firstDay = first === EVERY_ID.first ? '0' : calendarDay(timeOfId(first))
    const lastDay = end < firstIdOf(LAST_DAY) ? calendarDay(timeOfId(end)) : '~'
    const days = await queryItems<{ sk: string }>(
      client,
      {
        TableName: table,
        KeyConditionExpression: 'pk = :days AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':days': ORDER_DAYS_PK, ':first': firstDay, ':last': lastDay },
        ScanIndexForward: false,
      },
      { maxItems: DAYS_MAX },
    )
    return days.map(({ sk }) => sk)
  }

  async function readOrders(found: readonly OrderLocation[]): Promise<OrderRecord[]> {
    const keys = found.map(({ userId, purchaseId }) => ({ table, key: orderKey(userId, purchaseId) }))
    const items = (await readItems(client, keys)).get(table) ?? []
    const byId = new Map(items.map((item) => [item['purchaseId'], item]))
    return found.flatMap(({ purchaseId }) => {
      const item = byId.get(purchaseId)
      return item ? [toStoredOrder(item).order] : []
    })
  }

  async function matches(order: OrderRecord, filter: OrderFilter, step: SearchStep) {
    if (!matchesFilter(order, filter) || !matchesStep(order, step)) return false
    if (!filter.isNewestOfShopper) return true
    // Each erased order has its own user id, so it would be the newest of that user.
    if (order.userId.startsWith(ERASED_USER_PREFIX)) return false
    const [newest] = await orders.listPage(order.userId, 1, undefined)
    return newest?.purchaseId === order.purchaseId
  }

  async function findCandidates(
    { work }: OrderFilter,
    step: SearchStep,
    range: IdRange,
    size: number,
  ): Promise<Candidates> {
    // Orders are looked up by the first term only, and then checked for all terms.
    const term = step.kind === 'terms' ? step.terms[0] : undefined
    if (term !== undefined) {
      const query: QueryShard = (shard, idRange, limit) => queryTerm(term, shard, idRange, limit)
      return { batches: batchesOf(query, range, size), nextEnd: null }
    }

    const found = step.kind === 'prefixes' ? await findByPrefixes(step.interpretations, range) : null
    if (found) return { batches: splitIntoBatches(found, size), nextEnd: null }

    // The step has neither a term nor prefixes that can be looked up.
    if (work !== undefined) {
      const query: QueryShard = (shard, idRange, limit) => queryList(workListKey(work, shard), idRange, limit)
      return { batches: batchesOf(query, range, size), nextEnd: null }
    }
    const days = await daysOf(range)
    const oldestDay = days[DAYS_MAX - 1]
    return {
      batches: batchesOfDays(days, range, size),
      nextEnd: oldestDay === undefined ? null : firstIdOf(oldestDay),
    }
  }

  async function* batchesOfDays(days: readonly string[], range: IdRange, size: number) {
    for (const day of days) {
      const query: QueryShard = (shard, idRange, limit) => queryList(dayListKey(day, shard), idRange, limit)
      yield* batchesOf(query, range, size)
    }
  }

  async function listStep(
    filter: OrderFilter,
    step: SearchStep,
    range: IdRange,
    limit: number,
  ): Promise<StepPage> {
    // DynamoDB refuses a query whose range ends before it begins.
    if (range.first >= range.end) return { orders: [], nextEnd: null }
    const found: OrderRecord[] = []
    let readCount = 0
    // One order more than the limit shows whether there is a next page.
    const { batches, nextEnd } = await findCandidates(filter, step, range, limit + 1)
    for await (const batch of batches) {
      for (const order of await readOrders(batch)) {
        if (!(await matches(order, filter, step))) continue
        const isPageFull = found.length === limit
        // The next page begins with `order`, because it continues after the last found order.
        if (isPageFull) return { orders: found, nextEnd: found.at(-1)?.purchaseId ?? null }
        found.push(order)
      }
      readCount += batch.length
      const isReadLimitReached = readCount >= readMax
      if (isReadLimitReached) return { orders: found, nextEnd: batch.at(-1)?.purchaseId ?? null }
    }
    return { orders: found, nextEnd }
  }

  const countOf = async (work: WorkState) => {
    const counts = await Promise.all(
      LIST_SHARDS.map((shard) =>
        countItems(client, {
          TableName: table,
          IndexName: BY_LIST,
          KeyConditionExpression: '#list = :list',
          ExpressionAttributeNames: { '#list': 'list' },
          ExpressionAttributeValues: { ':list': workListKey(work, shard) },
        }),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    async list(filter, page) {
      return listBySteps(filter, page, (step, range, limit) => listStep(filter, step, range, limit))
    },
    async oldestToPack(limit) {
      const found = await Promise.all(
        LIST_SHARDS.map((shard) =>
          queryList(workListKey('pack', shard), EVERY_ID, limit, { isOldestFirst: true }),
        ),
      )
      const oldest = found
        .flat()
        .toSorted((a, b) => newestFirst(b, a))
        .slice(0, limit)
      const toPack = (await readOrders(oldest)).filter((order) => matchesFilter(order, { work: 'pack' }))
      return toPack.map(({ purchaseId }) => purchaseId)
    },
    async countByWork() {
      const counts = await Promise.all(OPEN_WORK.map(async (work) => [work, await countOf(work)] as const))
      return { ...NO_WORK, ...Object.fromEntries(counts) }
    },
    async totalsOf(days) {
      // The orders of a day are counted in two kinds of items. The sales head, one item per day,
      // counts the orders that were placed and sold on the day. The totals items, one per shard,
      // correct the count (see `addUp`).
      const keys = days.flatMap((day) => [headKey(day), ...LIST_SHARDS.map((shard) => totalsKey(day, shard))])
      const wanted = keys.map((key) => ({ table, key }))
      const items = (await readItems<TotalsItem>(client, wanted)).get(table) ?? []
      return days.map((day) => {
        const salesHead = items.find(({ pk }) => pk === headKey(day).pk)
        const soldSameDay = salesHead ? toHead(salesHead).hours : HOURS_WITHOUT_ORDERS
        const totalsPks = new Set(LIST_SHARDS.map((shard) => totalsKey(day, shard).pk))
        const totals = items.filter(({ pk }) => totalsPks.has(pk))
        return { day, hours: addUp(totals, soldSameDay) }
      })
    },
  }
}

/** The smallest id that an order of this day in India may have. */
function firstIdOf(day: string) {
  return newPurchaseId(new Date(`${day}T00:00:00+05:30`), (count) => new Uint8Array(count))
}

function matchesStep(order: OrderRecord, step: SearchStep) {
  return step.kind === 'terms' ? hasTerms(order, step.terms) : hasPrefixes(order, step.interpretations)
}

/** Counts are cached for this long. Every open desk polls the counts, which take 100 reads. */
const COUNTS_CACHED_MS = 5000

/** Caches the counts and totals of `allOrders` for `COUNTS_CACHED_MS`. */
export function withCachedCounts(allOrders: AllOrders, now: () => Date): AllOrders {
  return {
    ...allOrders,
    countByWork: cachedBriefly(
      () => allOrders.countByWork(),
      () => '',
      now,
    ),
    totalsOf: cachedBriefly(
      (days: readonly string[]) => allOrders.totalsOf(days),
      (days) => days.join(),
      now,
    ),
  }
}

/** Caches the last result. A failed read is not cached. */
function cachedBriefly<Args extends unknown[], T>(
  read: (...args: Args) => Promise<T>,
  keyOf: (...args: Args) => string,
  now: () => Date,
) {
  let last: { key: string; readAt: number; result: Promise<T> } | null = null
  return (...args: Args): Promise<T> => {
    const key = keyOf(...args)
    const at = now().getTime()
    // The absolute difference, because the clock may have been set back.
    if (last?.key === key && Math.abs(at - last.readAt) < COUNTS_CACHED_MS) return last.result
    const result = read(...args)
    const cached = { key, readAt: at, result }
    last = cached
    result.catch(() => {
      if (last === cached) last = null
    })
    return result
  }
}

/** Returns the newest orders of one shard, at most `limit`. May return the order `range.end`. */
type QueryShard = (shard: number, range: IdRange, limit: number) => Promise<OrderLocation[]>

/** The newest orders of all shards, at most `limit`. */
async function newestOf(query: QueryShard, range: IdRange, limit: number) {
  // A query may return the order `range.end`, which is left out here, so one more order is read.
  const found = await Promise.all(LIST_SHARDS.map((shard) => query(shard, range, limit + 1)))
  return found
    .flat()
    .filter(({ purchaseId }) => purchaseId < range.end)
    .toSorted(newestFirst)
    .slice(0, limit)
}

function newestFirst(a: OrderLocation, b: OrderLocation) {
  return a.purchaseId < b.purchaseId ? 1 : -1
}

/** Batches of `size` orders, newest first. The last batch may be shorter. */
async function* batchesOf(query: QueryShard, range: IdRange, size: number) {
  let rest = range
  for (;;) {
    const found = await newestOf(query, rest, size)
    const last = found.at(-1)
    if (!last) return
    yield found
    if (found.length < size) return
    rest = { ...range, end: last.purchaseId }
  }
}

async function* splitIntoBatches(found: readonly OrderLocation[], size: number) {
  for (let start = 0; start < found.length; start += size) yield found.slice(start, start + size)
}

type TotalsItem = { pk: string } & Record<string, number | string>

/**
 * Adds up the orders and the revenue of each hour of a day:
 *
 * - `soldSameDay` counts the orders that were sold on the day on which they were placed.
 * - `items` add the orders that were sold on a later day, and subtract cancelled orders.
 */
function addUp(items: readonly TotalsItem[], soldSameDay: Hours): HourTotals[] {
  return soldSameDay.map(({ orders, revenuePaise }, hour) => {
    const names = hourAttributes(hour)
    return {
      orders: orders + sumOf(items, names.orders),
      revenuePaise: asPaise(revenuePaise + sumOf(items, names.revenue)),
    }
  })
}

function sumOf(items: readonly TotalsItem[], name: string) {
  return items.reduce((total, item) => total + Number(item[name] ?? 0), 0)
}
