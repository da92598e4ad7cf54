import { calendarDay } from '@nashta/contracts/dates'
import { asPaise } from '@nashta/contracts/money'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { countItems, queryItems, readItems } from '@nashta/dynamodb/read-items'
import {
  type AllOrders,
  type HourTotals,
  idRangeOf,
  matchesFilter,
  NO_WORK,
  OPEN_WORK,
  type OrderFilter,
  type OrderPage,
} from '../../../purchases/desk/all-orders.ts'
import { hasPrefixes, hasTerms, parsePrefixes, parseSearch } from '../../../purchases/desk/search-terms.ts'
import { ERASED_USER_PREFIX } from '../../../purchases/order-state.ts'
import type { OrderRecord } from '../../../purchases/purchase-store.ts'
import { timeOfId } from '../../../purchases/purchase.ts'
import { headKey, type Hours, NO_HOURS, toHead } from '../catalogue/sales.ts'
import { BY_LIST, type ShopTables } from '../tables.ts'
import { orderKey, toStoredOrder } from './order-items.ts'
import {
  canFindByPrefix,
  dayList,
  hourAttributes,
  LIST_SHARDS,
  ORDER_DAYS_PK,
  termPk,
  termSk,
  totalsKey,
  workList,
} from './order-lists.ts'
import { createOrderReads } from './order-reads.ts'

/** A page ends after about this many orders were read. Its cursor continues there. */
const READ_MAX = 500
/** A page reads the orders of at most this many days. */
const DAYS_MAX = 31
/**
 * When a shard has more terms with a prefix, the search reads the newest orders instead of the
 * terms. The prefix is so common that some of the newest orders have it.
 */
const TERMS_PER_SHARD_MAX = 100

/** Sorts after every other character, so it ends the range of the terms with a prefix. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The two ids by which an order is stored. */
type OrderLocation = { purchaseId: string; userId: string }
/** Purchase ids from `first` on and before `end`. The end `~` sorts after every id. */
type Range = { first: string; end: string }
const EVERY_ID: Range = { first: '', end: '~' }

/** A search looks up orders by a whole term or by prefixes. It then checks each with `isFound`. */
type Search = {
  term?: string | undefined
  /** A list of prefixes for each interpretation of the text. */
  prefixes?: readonly (readonly string[])[]
  isFound: (order: OrderRecord) => boolean
}

const EVERY_ORDER: Search = { isFound: () => true }

/** Looks orders up by the first term only, and checks them for all terms. */
function searchForTerms(terms: readonly string[]): Search {
  return { term: terms[0], isFound: (order) => hasTerms(order, terms) }
}

/**
 * A list finds orders by a search term, by their work, or day by day, newest first. The index
 * `byList` lags behind for a moment, so the orders themselves are read and checked.
 */
export function createDynamoAllOrders({ client, tables }: ShopTables, readMax = READ_MAX): AllOrders {
  const table = tables.purchases
  const orders = createOrderReads({ client, tables })

  const queryList = (list: string, { first, end }: Range, limit: number, { isOldestFirst = false } = {}) =>
    queryItems<OrderLocation>(
      client,
      {
        TableName: table,
        IndexName: BY_LIST,
        KeyConditionExpression: '#list = :list AND purchaseId BETWEEN :first AND :end',
        ExpressionAttributeNames: { '#list': 'list' },
        // DynamoDB refuses an empty key value.
        ExpressionAttributeValues: { ':list': list, ':first': first || '0', ':end': end },
        ScanIndexForward: isOldestFirst,
        Limit: limit,
      },
      { maxItems: limit },
    )

  const queryTerm = (term: string, shard: number, { first, end }: Range, limit: number) =>
    queryTermRange(termPk(term, shard), termSk(term, first), termSk(term, end), limit)

  /** The orders of the terms with this partition key and with sort keys from `first` to `end`. */
  const queryTermRange = async (pk: string, first: string, end: string, limit: number) => {
    const items = await queryItems<{ sk: string; userId: string }>(
      client,
      {
        TableName: table,
        KeyConditionExpression: 'pk = :term AND sk BETWEEN :first AND :end',
        // An item without a user id belongs to an order that was never stored (see `refuseOrder`).
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
   * The orders that may have the prefixes of an interpretation, newest first. Null when there are
   * too many, or when a prefix is too short.
   */
  async function findByPrefixes(interpretations: readonly (readonly string[])[], { first, end }: Range) {
    const found = new Map<string, OrderLocation>()
    for (const interpretation of interpretations) {
      // The longest prefix has the fewest orders.
      const prefix = interpretation.reduce((longest, each) => (each.length > longest.length ? each : longest))
      if (!canFindByPrefix(prefix)) return null
      const pages = await Promise.all(
        LIST_SHARDS.map((shard) =>
          queryTermRange(termPk(prefix, shard), prefix, prefix + LAST_CHARACTER, TERMS_PER_SHARD_MAX + 1),
        ),
      )
      if (pages.some((page) => page.length > TERMS_PER_SHARD_MAX)) return null
      for (const each of pages.flat()) found.set(each.purchaseId, each)
    }
    return [...found.values()]
      .filter(({ purchaseId }) => purchaseId >= first && purchaseId < end)
      .toSorted(newestFirst)
  }

  /** The days with orders from `filter.from` to the end of the range, newest first. */
  async function daysOf(filter: OrderFilter, range: Range) {
    const last = range.end === '~' ? '~' : calendarDay(timeOfId(range.end))
    const first = filter.from ? calendarDay(filter.from) : '0'
    const days = await queryItems<{ sk: string }>(
      client,
      {
        TableName: table,
        KeyConditionExpression: 'pk = :days AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':days': ORDER_DAYS_PK, ':first': first, ':last': last },
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

  async function matches(order: OrderRecord, filter: OrderFilter, { isFound }: Search) {
    if (!matchesFilter(order, filter) || !isFound(order)) return false
    if (!filter.isNewestOfShopper) return true
    // Each erased order has its own user id, so it would be the newest of that user.
    if (order.userId.startsWith(ERASED_USER_PREFIX)) return false
    const [newest] = await orders.listPage(order.userId, 1, undefined)
    return newest?.purchaseId === order.purchaseId
  }

  /**
   * Pages of the orders that may match, newest first. If older days were not read, the text
   * 'older days' follows the last page.
   */
  async function* candidatePages(
    filter: OrderFilter,
    { term, prefixes }: Search,
    range: Range,
    size: number,
  ) {
    const { work } = filter
    // Null when the search has no prefixes, or when they cannot be looked up.
    const byPrefix = prefixes ? await findByPrefixes(prefixes, range) : null
    if (byPrefix) {
      for (let start = 0; start < byPrefix.length; start += size) {
        yield byPrefix.slice(start, start + size)
      }
    } else if (term !== undefined) {
      yield* pagesOf((shard, rest, limit) => queryTerm(term, shard, rest, limit), range, size)
    } else if (work !== undefined) {
      yield* pagesOf((shard, rest, limit) => queryList(workList(work, shard), rest, limit), range, size)
    } else {
      const days = await daysOf(filter, range)
      for (const day of days) {
        yield* pagesOf((shard, rest, limit) => queryList(dayList(day, shard), rest, limit), range, size)
      }
      if (days.length === DAYS_MAX) yield 'older days' as const
    }
  }

  async function listMatches(
    filter: OrderFilter,
    search: Search,
    { limit, before }: { limit: number; before?: string | undefined },
  ): Promise<OrderPage> {
    const { first, end } = idRangeOf(filter)
    const range = { first, end: before !== undefined && before < end ? before : end }
    const found: OrderRecord[] = []
    let readCount = 0
    let lastRead: string | null = null
    // One order more than the limit shows whether there is a next page.
    for await (const page of candidatePages(filter, search, range, limit + 1)) {
      if (page === 'older days') return { orders: found, next: lastRead }
      for (const order of await readOrders(page)) {
        if (!(await matches(order, filter, search))) continue
        if (found.length === limit) return { orders: found, next: found.at(-1)?.purchaseId ?? null }
        found.push(order)
      }
      lastRead = page.at(-1)?.purchaseId ?? lastRead
      readCount += page.length
      if (readCount >= readMax) return { orders: found, next: lastRead }
    }
    return { orders: found, next: null }
  }

  const countOf = async (work: WorkState) => {
    const counts = await Promise.all(
      LIST_SHARDS.map((shard) =>
        countItems(client, {
          TableName: table,
          IndexName: BY_LIST,
          KeyConditionExpression: '#list = :list',
          ExpressionAttributeNames: { '#list': 'list' },
          ExpressionAttributeValues: { ':list': workList(work, shard) },
        }),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    async list(filter, page) {
      if (filter.search === undefined) return listMatches(filter, EVERY_ORDER, page)
      // The first interpretation of the text that finds an order counts. Prefixes come last.
      for (const terms of parseSearch(filter.search)) {
        const found = await listMatches(filter, searchForTerms(terms), page)
        if (found.orders.length > 0 || found.next !== null) return found
      }
      const prefixes = parsePrefixes(filter.search, { withEmail: !filter.isEmailHidden })
      if (prefixes.length === 0) return { orders: [], next: null }
      return listMatches(filter, { prefixes, isFound: (order) => hasPrefixes(order, prefixes) }, page)
    },
    async oldestToPack(limit) {
      const found = await Promise.all(
        LIST_SHARDS.map((shard) =>
          queryList(workList('pack', shard), EVERY_ID, limit, { isOldestFirst: true }),
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
      // The orders of a day are counted in items of two kinds (see `addUp`).
      const keys = days.flatMap((day) => [headKey(day), ...LIST_SHARDS.map((shard) => totalsKey(day, shard))])
      const wanted = keys.map((key) => ({ table, key }))
      const items = (await readItems<TotalsItem>(client, wanted)).get(table) ?? []
      return days.map((day) => {
        const salesHead = items.find(({ pk }) => pk === headKey(day).pk)
        const totalsPks = new Set(LIST_SHARDS.map((shard) => totalsKey(day, shard).pk))
        const totals = items.filter(({ pk }) => totalsPks.has(pk))
        return { day, hours: addUp(totals, salesHead ? toHead(salesHead).hours : NO_HOURS) }
      })
    },
  }
}

/** Counts are cached, because every open desk polls them and each takes about a hundred reads. */
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
    if (last?.key === key && at - last.readAt < COUNTS_CACHED_MS) return last.result
    const result = read(...args)
    const cached = { key, readAt: at, result }
    last = cached
    result.catch(() => {
      if (last === cached) last = null
    })
    return result
  }
}

/** Returns the newest orders of one shard in the range, at most `limit`. The end is included. */
type QueryShard = (shard: number, range: Range, limit: number) => Promise<OrderLocation[]>

/** The newest orders of all shards, at most `limit`. */
async function newestOf(query: QueryShard, range: Range, limit: number) {
  // `BETWEEN` includes the end, but a range does not, so one more order is read.
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

/** Pages of `size` orders, newest first. The last page may be shorter. */
async function* pagesOf(query: QueryShard, range: Range, size: number) {
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

type TotalsItem = { pk: string } & Record<string, number | string>

/**
 * The totals of each hour of a day. `soldSameDay` counts the orders that were sold on the day on
 * which they were placed. The totals items add orders that were sold on a later day, and subtract
 * cancelled orders.
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
