import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { instantsOf } from '../../data/indian-days.ts'

/** The names of the filters in the URL of the list. An empty value means no filter. */
const FILTER_NAMES = [
  'work',
  'orderStatus',
  'payment',
  'method',
  /** The state of India in the delivery address. */
  'state',
  'product',
  'from',
  'until',
  'search',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type OrderFilter = Record<FilterName, string>

/** The tabs of one work state each, from left to right. The page has the tab `All` before them. */
export const WORK_TABS: readonly WorkState[] = [
  'confirm',
  'findPayment',
  'pack',
  'handOver',
  'problem',
  'onTheWay',
  'waiting',
  'delivered',
  'cancelled',
]

/** A packer sees only these tabs, and no tab `All`. */
export const PACKER_TABS: readonly WorkState[] = ['pack', 'handOver']

/** The filter in the URL. If `work` is not one of the operator's tabs, the first tab is chosen. */
export function readFilter(params: URLSearchParams, { isPacker }: { isPacker: boolean }): OrderFilter {
  const filter = Object.fromEntries(FILTER_NAMES.map((name) => [name, params.get(name) ?? ''])) as OrderFilter
  const tabs = isPacker ? PACKER_TABS : WORK_TABS
  // `work` is empty in the tab `All`.
  const firstTab = isPacker ? 'pack' : ''
  return { ...filter, work: tabs.find((work) => work === filter.work) ?? firstTab }
}

/** Converts the filter to the query of `listOrders`. */
export function toQuery({ from, until, ...filter }: OrderFilter) {
  return { ...filter, ...instantsOf({ from, until }) }
}
