import type { SQLInputValue } from 'node:sqlite'
import { asPaise } from '@nashta/contracts/money'
import type { WorkState } from '@nashta/contracts/orders/desk-orders'
import type { Database } from '@nashta/sqlite/database'
import type { Statement } from '@nashta/sqlite/statement'
import {
  type AllOrders,
  type HourTotals,
  idRangeOf,
  NO_WORK,
  OPEN_WORK,
  type OrderFilter,
  type OrderPage,
} from '../../purchases/desk/all-orders.ts'
import { hasBeginnings, readBeginnings, readSearch } from '../../purchases/desk/search-terms.ts'
import { ERASED_USER_PREFIX } from '../../purchases/order-state.ts'
import { type OrderAsText, orderFromText } from '../order-as-text.ts'
import { productTerm, stateTerm } from './order-directory.ts'
import { SELECT_ORDERS } from './order-rows.ts'

/** A page looks at so many orders at most: beyond, the cursor goes on. */
const WALK_MAX = 1000
/** A beginning that more terms have is looked for in the walk: orders with it are frequent there. */
const TERMS_PER_WALK = 5

export type HourRow = { day: string; hour: number; orders: number; revenuePaise: number }

/**
 * A list walks one index, newest order first: the terms of a search, a product or a state, or one of the columns. The
 * other filters are conditions on the orders of the walk.
 */
export function createSqliteAllOrders({ prepare }: Database, walkMax = WALK_MAX): AllOrders {
  const statements = new Map<string, Statement<never>>()
  const selectOrder = prepare<OrderAsText>(`${SELECT_ORDERS} WHERE purchaseId = ?`)
  const termsMax = walkMax * TERMS_PER_WALK
  const selectBeginning = prepare<{ purchaseId: string }>(
    'SELECT purchaseId FROM orderTerms WHERE term >= @beginning AND term < @end LIMIT @limit',
  )
  const selectHours = prepare<HourRow>('SELECT * FROM orderHours WHERE day = ?')
  const countWork = prepare<{ work: WorkState; count: number }>(`
    SELECT work, count(*) AS count FROM orders
    WHERE work IN (${OPEN_WORK.map((work) => `'${work}'`).join()}) GROUP BY work
  `)

  /** One statement for each combination of filters, so that SQLite can use the index of that combination. */
  function statement<Row>(sql: string) {
    const known = statements.get(sql) ?? prepare(sql)
    statements.set(sql, known)
    return known as unknown as Statement<Row>
  }

  type WalkedRow = { purchaseId: string; matches: 0 | 1 } & Pick<
    OrderAsText,
    'userId' | 'email' | 'shippingAddress'
  >

  function listWalk(
    plan: Plan,
    { first, last }: Range,
    limit: number,
    isFound: (row: WalkedRow) => boolean,
  ): OrderPage {
    const { columns, from, conditions, parameters } = plan
    const walk = statement<WalkedRow>(`
      SELECT ${columns}, ${conditions.join(' AND ')} AS matches ${from}
      ORDER BY walk.purchaseId DESC LIMIT ${walkMax}
    `)
    const found: string[] = []
    let walked = 0
    let next: string | null = null
    for (const row of walk.iterate({ ...parameters, first, last })) {
      const { purchaseId, matches } = row
      walked += 1
      const isMatch = matches === 1 && isFound(row)
      // The order after the page tells that there is a next page.
      if (isMatch && found.length === limit) {
        next = found.at(-1) ?? null
        break
      }
      if (isMatch) found.push(purchaseId)
      if (walked === walkMax) next = purchaseId
    }
    const rows = found.map((purchaseId) => selectOrder.get(purchaseId)).filter((row) => row !== undefined)
    return { orders: rows.map(orderFromText), next }
  }

  const listWholeWords = (filter: OrderFilter, terms: readonly string[], { limit, before }: Page) =>
    listWalk(planOf(filter, terms), rangeOf(filter, before), limit, () => true)

  function listBeginnings(filter: OrderFilter, readings: string[][], { limit, before }: Page): OrderPage {
    const range = rangeOf(filter, before)
    const plan = { ...planOf(filter, []), columns: PERSON }
    const ids = idsWith(readings, range)
    const rarePlan = ids && {
      ...plan,
      from: WALK_OF_IDS,
      parameters: { ...plan.parameters, ids: JSON.stringify(ids) },
    }
    return listWalk(rarePlan ?? plan, range, limit, ({ shippingAddress, ...row }) =>
      hasBeginnings({ ...row, shippingAddress: JSON.parse(shippingAddress) }, readings),
    )
  }

  /** The newest orders that may have the beginnings; null when too many orders have them. */
  function idsWith(readings: string[][], { first, last }: Range) {
    const found = new Set<string>()
    for (const reading of readings) {
      // The longest is the rarest.
      const beginning = reading.reduce((longest, each) => (each.length > longest.length ? each : longest))
      const rows = selectBeginning.all({ beginning, end: `${beginning}\u{10FFFF}`, limit: termsMax + 1 })
      if (rows.length > termsMax) return null
      for (const { purchaseId } of rows) found.add(purchaseId)
    }
    return [...found]
      .filter((id) => id >= first && id < last)
      .toSorted()
      .slice(-walkMax)
  }

  return {
    async list(filter, page) {
      if (filter.search === undefined) return listWholeWords(filter, [], page)
      for (const terms of readSearch(filter.search)) {
        const found = listWholeWords(filter, terms, page)
        if (found.orders.length > 0 || found.next !== null) return found
      }
      const beginnings = readBeginnings(filter.search, { withEmail: !filter.isEmailHidden })
      return beginnings.length > 0 ? listBeginnings(filter, beginnings, page) : { orders: [], next: null }
    },
    async countByWork() {
      const counted = countWork.all().map(({ work, count }) => [work, count])
      return { ...NO_WORK, ...Object.fromEntries(counted) }
    },
    async totalsOf(days) {
      return days.map((day) => ({ day, hours: hoursOf(selectHours.all(day)) }))
    },
  }
}

type Page = { limit: number; before?: string | undefined }
/** Ids from `first` on, and before `last`. */
type Range = { first: string; last: string }
type Plan = { columns: string; from: string; conditions: string[]; parameters: Record<string, SQLInputValue> }

function rangeOf(filter: OrderFilter, before: string | undefined): Range {
  const { first, end } = idRangeOf(filter)
  return { first, last: before !== undefined && before < end ? before : end }
}

/** The walk of one index between the ids @first and @last, and the conditions on each of its orders. */
function planOf(filter: OrderFilter, searched: readonly string[]): Plan {
  const { work, payment, orderStatus, method, product, state, isNewestOfShopper } = filter
  const columns = Object.entries({ work, paymentState: payment, orderStatus, method }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const terms = [
    ...searched,
    ...(product === undefined ? [] : [productTerm(product)]),
    ...(state === undefined ? [] : [stateTerm(state)]),
  ]
  const parameters: Record<string, SQLInputValue> = Object.fromEntries([
    ...columns,
    ...terms.map((term, index) => [`term${index}`, term]),
  ])
  return {
    columns: 'orders.purchaseId',
    from: walkOf(columns[0]?.[0], terms.length > 0),
    conditions: [
      'orders.work IS NOT NULL',
      ...columns.map(([column]) => `orders.${column} = @${column}`),
      ...terms.slice(1).map((_term, index) => `(${HAS_TERM}${index + 1}))`),
      ...(isNewestOfShopper ? [NEWEST_OF_SHOPPER] : []),
    ],
    parameters,
  }
}

const PERSON = 'orders.purchaseId, orders.userId, orders.email, orders.shippingAddress'
const RANGE = 'walk.purchaseId >= @first AND walk.purchaseId < @last'

const WALK_OF_IDS = `FROM json_each(@ids) AS ids CROSS JOIN orders AS walk ON walk.purchaseId = ids.value
  CROSS JOIN orders ON orders.purchaseId = walk.purchaseId WHERE ${RANGE}`

const HAS_TERM =
  'EXISTS (SELECT 1 FROM orderTerms WHERE orderTerms.purchaseId = walk.purchaseId AND term = @term'

const NEWEST_OF_SHOPPER = `orders.userId NOT LIKE '${ERASED_USER_PREFIX}%' AND NOT EXISTS (
  SELECT 1 FROM orders AS newer
  WHERE newer.userId = orders.userId AND newer.purchaseId > orders.purchaseId AND newer.work IS NOT NULL
)`

/** Terms first, then the first of the columns that has an index. The method has none: each is frequent. */
function walkOf(column: string | undefined, hasTerm: boolean) {
  if (hasTerm)
    return `FROM orderTerms AS walk CROSS JOIN orders ON orders.purchaseId = walk.purchaseId
      WHERE walk.term = @term0 AND ${RANGE}`
  const indexed =
    column === undefined || column === 'method'
      ? ''
      : `walk.work IS NOT NULL AND walk.${column} = @${column} AND `
  return `FROM orders AS walk CROSS JOIN orders ON orders.purchaseId = walk.purchaseId WHERE ${indexed}${RANGE}`
}

function hoursOf(rows: readonly HourRow[]): HourTotals[] {
  const hours: HourTotals[] = Array.from({ length: 24 }, () => ({ orders: 0, revenuePaise: asPaise(0) }))
  for (const { hour, orders, revenuePaise } of rows)
    hours[hour] = { orders, revenuePaise: asPaise(revenuePaise) }
  return hours
}
