import { calendarDay } from '@nashta/contracts/dates'
import { FIGURE_DAYS_MAX, getFigures } from '@nashta/contracts/figures/figures'
import { asPaise, formatCount, paiseToRupees } from '@nashta/contracts/money'
import { compareSizes } from '../compare-with-bare.ts'
import { measureAlone } from '../compare.ts'
import {
  FIRST_NAMES,
  LAST_ORDER_MS,
  ORDERED_PRODUCTS,
  STATES,
  sumGeneratedOrders,
} from '../data/generated-orders.ts'
import { bodyOf, captureResponse } from '../load/captured-response.ts'
import { requestText } from '../load/load.ts'
import type { Bench, Row } from '../row.ts'
import { startStoreWithAdmin } from './start-store.ts'

const GROWTH_MAX = 1.5
const DAY_MS = 24 * 60 * 60 * 1000

type Query = Record<string, string>

const FILTERS: Query[] = [
  { work: 'pack' },
  { work: 'handOver', method: 'cod' },
  { orderStatus: 'DELIVERED' },
  { orderStatus: 'CANCELLED', method: 'card' },
  { payment: 'paid' },
  { method: 'card' },
  { from: '2025-12-30T00:00:00.000Z', until: '2025-12-31T00:00:00.000Z' },
  ...STATES.map((state) => ({ state, payment: 'paid' })),
  ...ORDERED_PRODUCTS.map((product) => ({ product })),
]

/** Many orders share a name. A whole e-mail address, phone or order number belongs to one order. */
const SEARCHES = [
  ...FIRST_NAMES,
  ...FIRST_NAMES.map((name) => `${name} Rao`),
  ...FIRST_NAMES.map((name) => name.slice(0, 3)),
  'asha.rao0@example.in',
  'asha.rao0@',
  '9000000042',
  '90000000',
  '00000042',
  'nobody at all',
]

/** These rows measure the desk's lists of orders, and its figures, with more and more orders. */
export const deskRows: Row[] = [
  deskRow('desk-orders', "the first page of the desk's orders", [{}]),
  deskRow('desk-filters', "the desk's orders by work, status, payment, state, product and date", FILTERS),
  deskRow(
    'desk-search',
    "the desk's orders by name, number, phone and e-mail, whole and by their beginning",
    SEARCHES.map((search) => ({ search })),
  ),
  {
    name: 'desk-figures',
    async measure(bench) {
      const { store, orders, request, folder } = await startFigures(bench)
      await readAllDays(store.url, request, folder)
      const contender = { process: store, load: { requests: [request], expected: { status: 200 } } }
      const { cpuMicrosPerRequest } = await measureAlone(
        bench.generator,
        { ...contender, connections: 1 },
        bench.effort,
      )
      return {
        kind: 'figure',
        label: `the figures of a year with ${formatCount(orders)} orders: CPU time`,
        atMost: FIGURES_MAX_MS,
        value: cpuMicrosPerRequest / 1000,
        unit: 'ms',
      }
    },
  },
  {
    name: 'desk-figures-first',
    async measure(bench) {
      const { store, orders, request, folder } = await startFigures(bench)
      const started = performance.now()
      await readAllDays(store.url, request, folder)
      return {
        kind: 'figure',
        label: `reading ${formatCount(orders)} orders once for their figures`,
        value: (performance.now() - started) / 1000,
        unit: 's',
      }
    },
  },
]

/** A screen that answers within this time feels immediate. */
const FIGURES_MAX_MS = 100

/** Starts a store with most orders, which are of less than a year. */
async function startFigures(bench: Bench) {
  const orders = Math.max(...bench.sizes.orders)
  const { store, folder, authorization } = await startStoreWithAdmin(bench, { orders })
  const until = calendarDay(new Date(LAST_ORDER_MS))
  const from = calendarDay(new Date(LAST_ORDER_MS - (FIGURE_DAYS_MAX - 1) * DAY_MS))
  const headers = { Authorization: authorization, 'Accept-Encoding': 'identity' }
  const path = `/api/admin/figures?${new URLSearchParams({ from, until, by: 'month' }).toString()}`
  return { store, folder, orders, request: requestText({ path, headers }) }
}

/** Each call reads some days, as those of the screen do. Then the figures are those of all orders. */
async function readAllDays(url: string, request: string, folder: string) {
  for (;;) {
    const response = await captureResponse(url, request)
    if (response.status !== 200) throw new Error(`the figures got the status ${response.status}`)
    const { data } = getFigures.reply.parse(JSON.parse(bodyOf(response).toString()))
    if (data.pendingDays > 0) continue
    const { orders, revenuePaise } = sumGeneratedOrders(folder)
    const seen = `${data.sums.orders} orders, ₹${data.sums.revenue}`
    const wanted = `${orders} orders, ₹${paiseToRupees(asPaise(revenuePaise))}`
    if (seen !== wanted) throw new Error(`the figures are ${seen}, and not ${wanted}`)
    return
  }
}

function deskRow(name: string, label: string, queries: readonly Query[]): Row {
  return {
    name,
    async measure(bench) {
      const { orders } = bench.sizes
      const contenders = []
      for (const count of orders) {
        const { store, authorization } = await startStoreWithAdmin(bench, { orders: count })
        const requests = queries.map((query) =>
          requestText({ path: pathOf(query), headers: { Authorization: authorization } }),
        )
        contenders.push({ process: store, load: { requests, expected: { status: 200 } } })
      }
      const steps = await compareSizes(bench, orders, contenders)
      return { kind: 'growth', label, growing: 'orders', atMost: GROWTH_MAX, steps }
    },
  }
}

function pathOf(query: Query) {
  return `/api/admin/orders?${new URLSearchParams(query).toString()}`
}
