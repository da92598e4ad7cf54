import { foldText } from '@nashta/contracts/catalogue/fold-text'
import type { Paise } from '@nashta/contracts/money'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { workStateOf } from '../order/order-work.ts'
import { isVisible } from '../order/phase.ts'
import { idPrefixOf } from '../order/purchase-id.ts'
import type { OrderRecord } from '../order/purchase-store.ts'

export type OrderFilter = {
  work?: WorkState | undefined
  orderStatus?: string | undefined
  /** The state of the payment. */
  payment?: string | undefined
  method?: string | undefined
  /** The Indian state of the shipping address, in upper or lower case. */
  state?: string | undefined
  product?: string | undefined
  from?: Date | undefined
  /** Orders before this time, without those at this time. */
  until?: Date | undefined
  /**
   * The search text. `ravi ku` finds the orders that have the words `ravi` and `ku`. If no order
   * has both words, `ravi ku` finds the orders with words that begin with `ravi` and `ku`, such as
   * the orders of Ravi Kumar.
   */
  search?: string | undefined
  /** True when `search` must not find orders by their e-mail address. */
  searchSkipsEmail?: boolean | undefined
  /** Only the newest order of each shopper who is not erased. */
  isNewestOfShopper?: boolean | undefined
  /** Only orders with smaller ids. `isNewestOfShopper` then means the newest of these. */
  before?: string | undefined
}

/** If `cursor` is undefined, the first page. A cursor is valid only for the filter of its page. */
export type PageRequest = { limit: number; cursor?: string | undefined }

/**
 * `next` is the cursor of the next page; null on the last page. Any page may have fewer orders
 * than the limit, even none: only `next` shows whether there are more.
 */
export type OrderPage = { orders: OrderRecord[]; next: string | null }

/**
 * Orders and revenue in each hour of a day in India. See `isCounted` for the orders that count. `changes`
 * grows with each order that is counted or changes what it counts, so an equal number means equal orders.
 */
export type DayTotals = { day: string; hours: readonly HourTotals[]; changes: number }
export type HourTotals = { orders: number; revenuePaise: Paise }

export type WorkCounts = Record<WorkState, number>

/** The visible orders (see `isVisible`) of all shoppers and guests. */
export interface AllOrders {
  /**
   * Newest first. One call reads a limited number of orders, so a call stays fast however many
   * orders the shop has.
   */
  list(filter: OrderFilter, page: PageRequest): Promise<OrderPage>

  /** The ids of the oldest orders that must be packed, the oldest order first. */
  oldestToPack(limit: number): Promise<string[]>

  /**
   * How many orders have each kind of work. Delivered and cancelled orders need no work, so their
   * two counts are always 0.
   */
  countByWork(): Promise<WorkCounts>

  /** In the order of `days`, which are calendar days in India such as `2026-01-31`. */
  totalsOf(days: readonly string[]): Promise<DayTotals[]>
}

/** Whether the order matches the filter. The search and `isNewestOfShopper` are not checked. */
export function matchesFilter(order: OrderRecord, filter: OrderFilter): boolean {
  const { work, orderStatus, payment, method, state, product } = filter
  const { first, end } = idRangeOf(filter)
  return (
    isVisible(order) &&
    (work === undefined || workStateOf(order) === work) &&
    (orderStatus === undefined || order.orderStatus === orderStatus) &&
    (payment === undefined || order.payment.state === payment) &&
    (method === undefined || order.payment.method === method) &&
    (state === undefined || foldText(order.shippingAddress.state) === foldText(state)) &&
    (product === undefined || order.lines.some(({ productId }) => productId === product)) &&
    order.purchaseId >= first &&
    order.purchaseId < end
  )
}

/** The purchase ids from `first` on that are smaller than `end`. Purchase ids sort by time. */
export type IdRange = { first: string; end: string }

/** The end `~` sorts after every id. */
export const EVERY_ID: IdRange = { first: '', end: '~' }

/** The ids of the filter's time range. With `before`, only smaller ids. */
export function idRangeOf(
  { from, until, before: filterBefore = EVERY_ID.end }: OrderFilter,
  before = EVERY_ID.end,
): IdRange {
  const ends = [until ? idPrefixOf(until) : EVERY_ID.end, filterBefore, before]
  const end = ends.reduce((least, each) => (each < least ? each : least))
  return { first: from ? idPrefixOf(from) : EVERY_ID.first, end }
}

export const NO_WORK: WorkCounts = {
  waiting: 0,
  confirm: 0,
  findPayment: 0,
  pack: 0,
  handOver: 0,
  onTheWay: 0,
  delivered: 0,
  cancelled: 0,
  problem: 0,
}

/** The kinds of work that `countByWork` counts. */
export const OPEN_WORK = [
  'waiting',
  'confirm',
  'findPayment',
  'pack',
  'handOver',
  'onTheWay',
  'problem',
] as const
