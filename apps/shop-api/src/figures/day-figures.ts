import { asPaise, type Paise } from '@nashta/contracts/money'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { divideByWeight } from '@nashta/contracts/pricing/tax'
import { isCounted } from '../orders/order/order-work.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { leftOf, netPaid } from '../orders/order/refunded.ts'

/** What one day's orders, or some of them, add up to. */
type Sum = { orders: number; revenuePaise: number }
type NamedSum = Sum & { name: string }
type ProductSum = { name: string; shelf: string; units: number; revenuePaise: number }
type OfferSum = NamedSum & { discountPaise: number }

/**
 * What the orders of a day are made of. The products and the delivery add up to the revenue, as do the
 * states, the payments and the buyers.
 */
export type DayFigures = Sum & {
  units: number
  discountsPaise: number
  deliveryPaise: number
  refundedPaise: number
  products: Map<string, ProductSum>
  states: Map<string, NamedSum>
  payments: Map<string, NamedSum>
  offers: Map<string, OfferSum>
  buyers: Map<string, NamedSum>
}

const NUMBERS = [
  'orders',
  'revenuePaise',
  'units',
  'discountsPaise',
  'deliveryPaise',
  'refundedPaise',
] as const
const TABLES = ['products', 'states', 'payments', 'offers', 'buyers'] as const

export function noFigures(): DayFigures {
  return {
    orders: 0,
    revenuePaise: 0,
    units: 0,
    discountsPaise: 0,
    deliveryPaise: 0,
    refundedPaise: 0,
    products: new Map(),
    states: new Map(),
    payments: new Map(),
    offers: new Map(),
    buyers: new Map(),
  }
}

/** What an order adds to the figures of its day; null if it does not count. */
export function figuresOf(order: OrderRecord, isFirstOrder: boolean): DayFigures | null {
  if (!isCounted(order)) return null
  const { lines, payment, shippingAddress, offers = [] } = order
  const refundedPaise = payment.paidPaise - netPaid(order)
  const revenuePaise = order.totalPaise - refundedPaise
  const left = lines.map((line) => leftOf(order, line))
  const goods = divideRevenue(
    revenuePaise,
    left.map(({ paise }) => paise),
  )
  const sum = { orders: 1, revenuePaise }
  const { state } = shippingAddress
  const buyer = isFirstOrder ? 'new' : 'returning'
  return {
    ...sum,
    units: sumOf(left.map(({ units }) => units)),
    discountsPaise: sumOf(offers.map(discountOf)),
    deliveryPaise: revenuePaise - sumOf(goods),
    refundedPaise,
    products: new Map(
      lines.map((line, index) => [
        line.productId,
        {
          name: line.name,
          shelf: line.category,
          units: left[index]?.units ?? 0,
          revenuePaise: goods[index] ?? 0,
        },
      ]),
    ),
    states: new Map([[state.trim().toLowerCase(), { ...sum, name: state.trim() }]]),
    payments: new Map([[payment.method, { ...sum, name: payment.method }]]),
    offers: new Map(
      offers.map((offer) => [offer.offerId, { ...sum, name: offer.name, discountPaise: discountOf(offer) }]),
    ),
    buyers: new Map([[buyer, { ...sum, name: buyer }]]),
  }
}

function discountOf({ goodsPaise, deliveryPaise }: { goodsPaise: Paise; deliveryPaise: Paise }) {
  return goodsPaise + deliveryPaise
}

/**
 * The revenue of the goods. The rest is delivery. A refund that names no units, such as that of the
 * whole order, is taken off the delivery first, and then off all goods by their value.
 */
function divideRevenue(revenuePaise: number, left: readonly Paise[]): readonly number[] {
  const leftPaise = sumOf(left)
  return revenuePaise >= leftPaise ? left : divideByWeight(asPaise(Math.max(0, revenuePaise)), left)
}

/** Adds the figures to `total`. */
export function addFigures(total: DayFigures, added: DayFigures) {
  for (const name of NUMBERS) total[name] += added[name]
  for (const table of TABLES) addRows<Row>(total[table], added[table])
}

type Row = Record<string, string | number>

/** Adds the numbers of rows with the same key. The texts are those of the added ones. */
function addRows<R extends Row>(total: Map<string, R>, added: ReadonlyMap<string, R>) {
  for (const [key, row] of added) {
    const before = total.get(key)
    total.set(key, before ? addRow(before, row) : row)
  }
}

function addRow<R extends Row>(before: R, row: R): R {
  const sum = { ...row }
  for (const [field, value] of Object.entries(before)) {
    const added = row[field]
    if (typeof value === 'number' && typeof added === 'number') Object.assign(sum, { [field]: value + added })
  }
  return sum
}

/** A day with more products keeps those with the highest revenue, so that it fits into a document. */
const PRODUCTS_MAX = 2000
const OTHERS = ''

/** The tables as lists, for a document. */
export function toStored(figures: DayFigures) {
  const products = [...figures.products].toSorted(
    ([, one], [, other]) => other.revenuePaise - one.revenuePaise,
  )
  const others = new Map<string, ProductSum>()
  for (const [, row] of products.slice(PRODUCTS_MAX))
    addRows(others, new Map([[OTHERS, { ...row, name: 'Other products', shelf: '' }]]))
  return {
    ...figures,
    products: [...products.slice(0, PRODUCTS_MAX), ...others],
    states: [...figures.states],
    payments: [...figures.payments],
    offers: [...figures.offers],
    buyers: [...figures.buyers],
  }
}

export type StoredFigures = ReturnType<typeof toStored>

export function fromStored(stored: StoredFigures): DayFigures {
  return {
    ...stored,
    products: new Map(stored.products),
    states: new Map(stored.states),
    payments: new Map(stored.payments),
    offers: new Map(stored.offers),
    buyers: new Map(stored.buyers),
  }
}
