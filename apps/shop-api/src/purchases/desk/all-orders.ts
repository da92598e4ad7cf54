import { foldText } from '@nashta/contracts/catalogue/fold-text'
import type { Paise } from '@nashta/contracts/money'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { isAccepted } from '../order-state.ts'
import type { OrderRecord } from '../purchase-store.ts'
import { idPrefixOf } from '../purchase.ts'
import { workStateOf } from './order-work.ts'

export type OrderFilter = {
  work?: WorkState | undefined
  orderStatus?: string | undefined
  /** The state of the payment. */
  payment?: string | undefined
  method?: string | undefined
  /** The state of the address. Upper and lower case count as equal. */
  state?: string | undefined
  product?: string | undefined
  from?: Date | undefined
  /** Before this time. */
  until?: Date | undefined
  /** Finds orders with all of these words. When no order has them, finds orders with words that start with them. */
  search?: string | undefined
  /** True when e-mail addresses must not be searched. */
  isEmailHidden?: boolean | undefined
  /** Only the newest order of each shopper who is not erased. */
  isNewestOfShopper?: boolean | undefined
}

/** `next` is the id to continue before; null at the end. A page may be short, and even empty, before the end. */
export type OrderPage = { orders: OrderRecord[]; next: string | null }

/** Orders and revenue in each of the 24 hours of a day in India. Cancelled and unpaid orders do not count. */
export type DayTotals = { day: string; hours: readonly HourTotals[] }
export type HourTotals = { orders: number; revenuePaise: Paise }

export type WorkCounts = Record<WorkState, number>

/** The orders of all shoppers, without those that a shopper does not see. */
export interface AllOrders {
  /**
   * Newest first; with `before`, a purchase id, only older ones. A page reads a limited number of orders, so that no
   * filter takes longer in a shop with more orders.
   */
  list(filter: OrderFilter, page: { limit: number; before?: string | undefined }): Promise<OrderPage>

  /** The ids of the orders to pack that were placed first, oldest first. */
  oldestToPack(limit: number): Promise<string[]>

  /**
   * How many orders have each kind of work. `delivered` and `cancelled` need no work: they are not counted and are 0.
   */
  countByWork(): Promise<WorkCounts>

  /** In the order of `days`, which are calendar days in India such as `2026-01-31`. */
  totalsOf(days: readonly string[]): Promise<DayTotals[]>
}

/** Whether the order matches the filter, without its `search` and `isNewestOfShopper`. */
export function matchesFilter(order: OrderRecord, filter: OrderFilter): boolean {
  const { work, orderStatus, payment, method, state, product } = filter
  const { first, end } = idRangeOf(filter)
  return (
    isAccepted(order) &&
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

/** Purchase ids sort by time. The filter's time range is the ids from `first` on and before `end`. */
export function idRangeOf({ from, until }: OrderFilter) {
  // `~` comes after every character of an id.
  return { first: from ? idPrefixOf(from) : '', end: until ? idPrefixOf(until) : '~' }
}

export const NO_WORK: WorkCounts = {
  waiting: 0,
  confirm: 0,
  pack: 0,
  handOver: 0,
  onTheWay: 0,
  delivered: 0,
  cancelled: 0,
  problem: 0,
}

/** The kinds of work that `countByWork` counts. */
export const OPEN_WORK = ['waiting', 'confirm', 'pack', 'handOver', 'onTheWay', 'problem'] as const
