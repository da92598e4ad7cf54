import { compareSizes } from '../compare-with-bare.ts'
import { FIRST_NAMES, ORDERED_PRODUCTS, STATES } from '../data/generated-orders.ts'
import { requestText } from '../load/load.ts'
import type { Row } from '../row.ts'
import { startStoreWithAdmin } from './start-store.ts'

const GROWTH_MAX = 1.5

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

/** These rows measure the desk's lists of orders with more and more orders. */
export const deskRows: Row[] = [
  deskRow('desk-orders', "the first page of the desk's orders", [{}]),
  deskRow('desk-filters', "the desk's orders by work, status, payment, state, product and date", FILTERS),
  deskRow(
    'desk-search',
    "the desk's orders by name, number, phone and e-mail, whole and by their beginning",
    SEARCHES.map((search) => ({ search })),
  ),
]

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
