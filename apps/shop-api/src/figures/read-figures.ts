import { calendarDay } from '@nashta/contracts/dates'
import {
  FIGURE_DAYS_MAX,
  FIGURE_PRODUCTS_MAX,
  type Figures,
  type FigureStep,
} from '@nashta/contracts/figures/figures'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { AllOrders, DayTotals } from '../orders/search/all-orders.ts'
import { addFigures, type DayFigures, noFigures } from './day-figures.ts'
import { addDays, daysBetween, stepOf } from './days.ts'
import type { FigureStore } from './figure-store.ts'

export type FigureDeps = { allOrders: AllOrders; figures: FigureStore; now: () => Date }

export type Period = { from: string; until: string; by: FigureStep }

type Sum = { orders: number; revenuePaise: number }

/** The figures of days, compared with as many days before them. `products` is not cut. */
export async function readFigures(
  { allOrders, figures, now }: FigureDeps,
  { from, until, by }: Period,
): Promise<Figures> {
  const today = calendarDay(now())
  const last = until < today ? until : today
  const count = daysBetween(from, until).length
  if (count < 1) throw new ServiceError('VALIDATION_FAILED', 'The last day is before the first')
  if (count > FIGURE_DAYS_MAX)
    throw new ServiceError('VALIDATION_FAILED', `Please choose at most ${FIGURE_DAYS_MAX} days`)
  const days = daysBetween(from, last)
  const [totals, totalsBefore] = await Promise.all([
    allOrders.totalsOf(days),
    allOrders.totalsOf(daysBetween(addDays(from, -count), addDays(from, -1))),
  ])
  const read = await figures.read(totals)
  const all = noFigures()
  const steps = new Map<string, { until: string } & Sum>()
  for (const day of totals) {
    const known = read.figures.get(day.day)
    const sum = known ?? sumOfDay(day)
    if (known) addFigures(all, known)
    else addSum(all, sum)
    const step = stepOf(day.day, by)
    const first = step < from ? from : step
    const before = steps.get(first) ?? { until: day.day, orders: 0, revenuePaise: 0 }
    addSum(before, sum)
    steps.set(first, { ...before, until: day.day })
  }
  const before = { orders: 0, revenuePaise: 0 }
  for (const day of totalsBefore) addSum(before, sumOfDay(day))
  return {
    from,
    until,
    pendingDays: read.pendingDays,
    sums: {
      ...toSums(all),
      units: all.units,
      discounts: rupees(all.discountsPaise),
      delivery: rupees(all.deliveryPaise),
      refunded: rupees(all.refundedPaise),
    },
    before: toSums(before),
    steps: [...steps].map(([first, step]) => Object.assign({ from: first, until: step.until }, toSums(step))),
    ...toTables(all),
  }
}

/** Reads what the screens of a year need before anybody opens one. Today changes all the time, so it is left out. */
export async function prepareFigures({ allOrders, figures, now }: FigureDeps, signal?: AbortSignal) {
  const yesterday = addDays(calendarDay(now()), -1)
  const days = daysBetween(addDays(yesterday, 1 - FIGURE_DAYS_MAX), yesterday)
  await figures.prepare(await allOrders.totalsOf(days), signal)
}

/** Only the products that a screen shows. */
export function withBestProducts(figures: Figures): Figures {
  return { ...figures, products: figures.products.slice(0, FIGURE_PRODUCTS_MAX) }
}

function toTables({ products, states, payments, offers, buyers }: DayFigures) {
  const shelves = new Map<string, Sum & { name: string; units: number }>()
  for (const { shelf, units, revenuePaise } of products.values()) {
    const before = shelves.get(shelf) ?? { name: shelf, orders: 0, units: 0, revenuePaise: 0 }
    shelves.set(shelf, {
      ...before,
      units: before.units + units,
      revenuePaise: before.revenuePaise + revenuePaise,
    })
  }
  return {
    products: byRevenue(products).map(([key, { name, shelf, units, revenuePaise }]) => ({
      key,
      name,
      shelf,
      units,
      revenue: rupees(revenuePaise),
    })),
    shelves: byRevenue(shelves).map(([key, { name, units, revenuePaise }]) => ({
      key,
      name,
      units,
      revenue: rupees(revenuePaise),
    })),
    states: byRevenue(states).map(toRow),
    payments: byRevenue(payments).map(toRow),
    offers: byRevenue(offers).map(([key, row]) =>
      Object.assign(toRow([key, row]), { discount: rupees(row.discountPaise) }),
    ),
    buyers: byRevenue(buyers).map(toRow),
  }
}

function toRow([key, { name, ...sum }]: [string, Sum & { name: string }]) {
  return { key, name, ...toSums(sum) }
}

function byRevenue<R extends { revenuePaise: number }>(rows: ReadonlyMap<string, R>): [string, R][] {
  return [...rows].toSorted(([, one], [, other]) => other.revenuePaise - one.revenuePaise)
}

function sumOfDay({ hours }: DayTotals): Sum {
  const sum = { orders: 0, revenuePaise: 0 }
  for (const hour of hours) addSum(sum, hour)
  return sum
}

function addSum(total: Sum, { orders, revenuePaise }: Sum) {
  total.orders += orders
  total.revenuePaise += revenuePaise
}

function toSums({ orders, revenuePaise }: Sum) {
  return { orders, revenue: rupees(revenuePaise) }
}

function rupees(paise: number) {
  return paiseToRupees(asPaise(paise))
}
