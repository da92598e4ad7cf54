import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'

/** The names of the filters in the URL of the list. An empty value means no filter. */
const FILTER_NAMES = [
  'work',
  'orderStatus',
  'payment',
  'method',
  'state',
  'product',
  'from',
  'until',
  'search',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type OrderFilter = Record<FilterName, string>

/** The tabs after the tab of all orders, as they are shown from left to right. */
export const TABS: readonly WorkState[] = [
  'confirm',
  'pack',
  'handOver',
  'problem',
  'onTheWay',
  'waiting',
  'delivered',
  'cancelled',
]

/** The tabs that a packer sees. */
export const PACKER_TABS: readonly WorkState[] = ['pack', 'handOver']

/**
 * The filter in the URL. An unknown tab becomes the tab of all orders, whose `work` is empty. A
 * packer gets `pack` instead of a tab that packers do not have.
 */
export function readFilter(params: URLSearchParams, { isPacker }: { isPacker: boolean }): OrderFilter {
  const filter = Object.fromEntries(FILTER_NAMES.map((name) => [name, params.get(name) ?? ''])) as OrderFilter
  if (!TABS.some((work) => work === filter.work)) filter.work = ''
  if (isPacker && !PACKER_TABS.some((work) => work === filter.work)) filter.work = 'pack'
  return filter
}

/** The query of `listOrders`. `from` and `until` are days in India and become instants. */
export function toQuery({ from, until, ...filter }: OrderFilter) {
  // `listOrders` excludes the instant `until`. With 24:00 its list includes the whole last day.
  return { ...filter, from: instantOf(from, '00:00'), until: instantOf(until, '24:00') }
}

/** The instant of a time of day in India; undefined when `day` is not a date. */
function instantOf(day: string, time: string): string | undefined {
  const instant = new Date(`${day}T${time}+05:30`)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}
