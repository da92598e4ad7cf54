import { calendarDay } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { isLowOnStock } from '../../catalogue/admin/product-grid.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import type { TicketStore } from '../../tickets/ticket-store.ts'
import type { AllOrders, DayTotals } from './all-orders.ts'
import { type Groups, seesEverything } from './desk-order.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The days with totals. Today is the last one. */
const DAYS_SHOWN = 14
const DAYS_OF_WEEK = 7

export async function readToday({ allOrders, products, tickets, now }: Deps, groups: Groups) {
  const at = now().getTime()
  const dates = Array.from({ length: DAYS_SHOWN }, (_, index) =>
    calendarDay(new Date(at - (DAYS_SHOWN - 1 - index) * DAY_MS)),
  )
  const [counts, days, everyProduct, openTickets] = await Promise.all([
    allOrders.countByWork(),
    allOrders.totalsOf(dates),
    products.listWithDrafts(),
    tickets.countNotClosed(),
  ])
  const { confirm, pack, handOver, problem, onTheWay, waiting } = counts
  return {
    work: { confirm, pack, handOver, problem, onTheWay, waiting },
    lowStock: everyProduct.filter(isLowOnStock).length,
    openTickets,
    days: days.map((totals) => toDay(totals, groups)),
    today: ordersByHour(days.at(-1)),
    weekAgo: ordersByHour(days.at(-1 - DAYS_OF_WEEK)),
  }
}

type Deps = { allOrders: AllOrders; products: ProductStore; tickets: TicketStore; now: () => Date }

function toDay({ day, hours }: DayTotals, groups: Groups) {
  const revenue = hours.reduce((sum, { revenuePaise }) => sum + revenuePaise, 0)
  return {
    date: day,
    orders: hours.reduce((sum, { orders }) => sum + orders, 0),
    ...(seesEverything(groups) && { revenue: paiseToRupees(asPaise(revenue)) }),
  }
}

function ordersByHour(totals: DayTotals | undefined) {
  return totals ? totals.hours.map(({ orders }) => orders) : []
}
