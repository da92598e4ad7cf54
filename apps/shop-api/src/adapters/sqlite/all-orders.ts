import type { SQLInputValue } from 'node:sqlite'
import { asPaise } from '@nashta/contracts/money'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { sumOf } from '@nashta/contracts/pricing/sums'
import type { Database } from '@nashta/sqlite/database'
import type { Statement } from '@nashta/sqlite/statement'
import { type OrderAsText, orderFromText } from '../../orders/order/order-fields.ts'
import { ERASED_USER_PREFIX } from '../../orders/order/order-state.ts'
import {
  type AllOrders,
  EVERY_ID,
  type HourTotals,
  type IdRange,
  NO_WORK,
  OPEN_WORK,
  type OrderFilter,
} from '../../orders/search/all-orders.ts'
import { listBySteps, type SearchStep, type StepPage } from '../../orders/search/search-steps.ts'
import { hasPrefixes } from '../../orders/search/search-terms.ts'
import { SELECT_ORDERS } from './order-rows.ts'
import { productTerm, stateTerm } from './order-terms-and-totals.ts'

/**
 * One page reads at most this many orders, even when few of them match. The next page continues
 * after the last order read.
 */
const READ_MAX = 1000

/** Sorts after every other character. */
const LAST_CHARACTER = '\u{10FFFF}'

export type HourRow = {
  day: string
  hour: number
  orders: number
  revenuePaise: number
  changes: number
}

/**
 * A list reads candidates from one index, newest order first, and tests each candidate. For
 * example, a list with the filters `state: 'Goa'` and `work: 'pack'` reads the orders of Goa, and
 * tests whether each of these orders has the work `pack`.
 */
export function createSqliteAllOrders({ prepare }: Database, readMax = READ_MAX): AllOrders {
  const statements = new Map<string, Statement<never>>()
  const selectOrder = prepare<OrderAsText>(`${SELECT_ORDERS} WHERE purchaseId = ?`)
  // Very many terms may begin with a short prefix such as `word:ra`. If a prefix has more rows of
  // `orderTerms` than `termRowsMax`, the search tests the newest orders one by one instead.
  const termRowsMax = 5 * readMax
  const selectByPrefix = prepare<{ purchaseId: string }>(
    'SELECT purchaseId FROM orderTerms WHERE term >= @prefix AND term < @end',
  )
  const selectRowAfter = prepare<unknown>(
    'SELECT 1 FROM orderTerms WHERE term >= @prefix AND term < @end LIMIT 1 OFFSET @rowCount',
  )
  const selectOldestToPack = prepare<{ purchaseId: string }>(
    "SELECT purchaseId FROM orders WHERE work = 'pack' ORDER BY purchaseId LIMIT ?",
  )
  const selectHours = prepare<HourRow>('SELECT * FROM orderHours WHERE day = ?')
  const countWork = prepare<{ work: WorkState; count: number }>(`
    SELECT work, count(*) AS count FROM orders
    WHERE work IN (${OPEN_WORK.map((work) => `'${work}'`).join()}) GROUP BY work
  `)

  /** Prepares each SQL text once. Each combination of filters has its own text. */
  function prepareOnce<Row>(sql: string) {
    const prepared = statements.get(sql) ?? prepare(sql)
    statements.set(sql, prepared)
    return prepared as unknown as Statement<Row>
  }

  /**
   * `matches` is 1 when all conditions hold. Only a search by prefix selects the person's columns.
   */
  type CandidateRow = { purchaseId: string; matches: 0 | 1 } & Pick<
    OrderAsText,
    'userId' | 'email' | 'shippingAddress'
  >

  function listCandidates(
    query: CandidateQuery,
    { first, end }: IdRange,
    limit: number,
    matchesSearch: (row: CandidateRow) => boolean,
  ): StepPage {
    const { columns, candidates, conditions, parameters } = query
    const { from, where, id } = candidates
    const select = prepareOnce<CandidateRow>(`
      SELECT ${columns}, ${conditions.join(' AND ')} AS matches
      FROM ${from} WHERE ${where} AND ${id} >= @first AND ${id} < @end
      ORDER BY ${id} DESC LIMIT ${readMax}
    `)
    const candidateRows = select.iterate({ ...parameters, first, end })
    const { ids, nextBefore } = takePage(candidateRows, limit, matchesSearch)
    const rows = ids.map((orderId) => selectOrder.get(orderId)).filter((row) => row !== undefined)
    return { orders: rows.map(orderFromText), nextBefore }
  }

  /**
   * Takes the first `limit` matches from the rows. One more match shows that there is a next page.
   * At most `readMax` rows are read.
   */
  function takePage(
    rows: Iterable<CandidateRow>,
    limit: number,
    matchesSearch: (row: CandidateRow) => boolean,
  ): { ids: string[]; nextBefore: string | null } {
    const ids: string[] = []
    let readCount = 0
    for (const row of rows) {
      readCount += 1
      if (row.matches === 1 && matchesSearch(row)) {
        const isPageFull = ids.length === limit
        if (isPageFull) return { ids, nextBefore: ids.at(-1) ?? null }
        ids.push(row.purchaseId)
      }
      if (readCount === readMax) return { ids, nextBefore: row.purchaseId }
    }
    return { ids, nextBefore: null }
  }

  function listStep(filter: OrderFilter, step: SearchStep, range: IdRange, limit: number): StepPage {
    if (step.kind === 'terms') return listCandidates(queryFor(filter, step.terms), range, limit, () => true)
    const { interpretations } = step
    const ids = findIdsByPrefixes(interpretations, range)
    const queryWithoutSearch = { ...queryFor(filter, []), columns: PERSON_COLUMNS }
    const query = ids === null ? queryWithoutSearch : queryAmong(queryWithoutSearch, ids)
    return listCandidates(query, range, limit, ({ shippingAddress, ...row }) =>
      hasPrefixes({ ...row, shippingAddress: JSON.parse(shippingAddress) }, interpretations),
    )
  }

  /**
   * The ids of the newest orders that may match the search. Null when a prefix has more than
   * `termRowsMax` rows.
   */
  function findIdsByPrefixes(interpretations: readonly (readonly string[])[], range: IdRange) {
    const found = new Set<string>()
    for (const interpretation of interpretations) {
      // One prefix is enough to find candidates. The longest usually has the fewest orders.
      const prefix = interpretation.reduce((longest, each) => (each.length > longest.length ? each : longest))
      const end = `${prefix}${LAST_CHARACTER}`
      if (selectRowAfter.get({ prefix, end, rowCount: termRowsMax })) return null
      for (const { purchaseId } of selectByPrefix.all({ prefix, end })) found.add(purchaseId)
    }
    const idsInRange = [...found].filter((id) => id >= range.first && id < range.end)
    // This page reads at most `readMax` orders. The next page finds the ids of older orders again.
    return idsInRange.toSorted().slice(-readMax)
  }

  return {
    async list(filter, page) {
      return listBySteps(filter, page, async (step, range, limit) => listStep(filter, step, range, limit))
    },
    async oldestToPack(limit) {
      return selectOldestToPack.all(limit).map(({ purchaseId }) => purchaseId)
    },
    async countByWork() {
      const counted = countWork.all().map(({ work, count }) => [work, count])
      return { ...NO_WORK, ...Object.fromEntries(counted) }
    },
    async totalsOf(days) {
      return days.map((day) => {
        const rows = selectHours.all(day)
        return { day, hours: hoursOf(rows), changes: sumOf(rows.map(({ changes }) => changes)) }
      })
    },
  }
}

/** The orders that a list reads from one index. */
type Candidates = {
  from: string
  where: string
  /** The column with the purchase id. The index is sorted by this column. */
  id: string
}
type CandidateQuery = {
  /** The selected columns. */
  columns: string
  candidates: Candidates
  /** A candidate matches when all conditions hold. */
  conditions: string[]
  parameters: Record<string, SQLInputValue>
}

function queryFor(filter: OrderFilter, searchTerms: readonly string[]): CandidateQuery {
  const { work, payment, orderStatus, method, product, state, isNewestOfShopper, before } = filter
  const wantedValues = Object.entries({ work, paymentState: payment, orderStatus, method }).filter(
    (entry): entry is [column: string, value: string] => entry[1] !== undefined,
  )
  // `method` has no index, because each method is frequent.
  const indexedColumn = wantedValues.map(([column]) => column).find((column) => column !== 'method')
  const terms = [
    ...searchTerms,
    ...(product === undefined ? [] : [productTerm(product)]),
    ...(state === undefined ? [] : [stateTerm(state)]),
  ]
  const parameters: Record<string, SQLInputValue> = Object.fromEntries([
    ...wantedValues,
    ...(isNewestOfShopper ? [['before', before ?? EVERY_ID.end]] : []),
    ...terms.map((term, index) => [`term${index}`, term]),
  ])
  return {
    columns: 'orders.purchaseId',
    candidates: terms.length > 0 ? ORDERS_WITH_FIRST_TERM : ordersWithValueOf(indexedColumn),
    conditions: [
      IS_VISIBLE,
      ...wantedValues.map(([column]) => `orders.${column} = @${column}`),
      ...terms.map((_term, index) => termCondition(index)),
      ...(isNewestOfShopper ? [NEWEST_OF_SHOPPER] : []),
    ],
    parameters,
  }
}

/** The same query, with only these orders as candidates. */
function queryAmong(query: CandidateQuery, ids: readonly string[]): CandidateQuery {
  return {
    ...query,
    candidates: ORDERS_BY_ID,
    parameters: { ...query.parameters, ids: JSON.stringify(ids) },
  }
}

const PERSON_COLUMNS = 'orders.purchaseId, orders.userId, orders.email, orders.shippingAddress'

/** Only visible orders (see `isVisible`) have a value in the column `work`. */
const IS_VISIBLE = 'orders.work IS NOT NULL'

const ORDERS_BY_ID: Candidates = {
  from: 'orders',
  where: 'orders.purchaseId IN (SELECT value FROM json_each(@ids))',
  id: 'orders.purchaseId',
}

/** SQLite reads the terms first, because it never reorders the tables of a CROSS JOIN. */
const ORDERS_WITH_FIRST_TERM: Candidates = {
  from: 'orderTerms AS found CROSS JOIN orders ON orders.purchaseId = found.purchaseId',
  where: 'found.term = @term0',
  id: 'found.purchaseId',
}

/** The orders with the wanted value in the column. If the column is undefined, all orders. */
function ordersWithValueOf(column: string | undefined): Candidates {
  return {
    from: 'orders',
    // The index of a column contains only visible orders. SQLite uses the index only for a query
    // with the condition IS_VISIBLE.
    where: column === undefined ? 'TRUE' : `${IS_VISIBLE} AND orders.${column} = @${column}`,
    id: 'orders.purchaseId',
  }
}

function termCondition(index: number) {
  return `EXISTS (
    SELECT 1 FROM orderTerms WHERE orderTerms.purchaseId = orders.purchaseId AND term = @term${index}
  )`
}

const NEWEST_OF_SHOPPER = `orders.userId NOT LIKE '${ERASED_USER_PREFIX}%' AND NOT EXISTS (
  SELECT 1 FROM orders AS newer
  WHERE newer.userId = orders.userId AND newer.purchaseId > orders.purchaseId
    AND newer.purchaseId < @before AND newer.work IS NOT NULL
)`

function hoursOf(rows: readonly HourRow[]): HourTotals[] {
  const hours: HourTotals[] = Array.from({ length: 24 }, () => ({ orders: 0, revenuePaise: asPaise(0) }))
  for (const { hour, orders, revenuePaise } of rows)
    hours[hour] = { orders, revenuePaise: asPaise(revenuePaise) }
  return hours
}
