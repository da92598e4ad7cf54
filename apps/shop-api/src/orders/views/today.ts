import { mayCall, seesEverything } from '@nashta/contracts/api/operator-roles'
import { isDemoSnack } from '@nashta/contracts/catalogue/demo-snacks'
import { calendarDay } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { updateShop } from '@nashta/contracts/shop/shop'
import { isLowOnStock } from '../../catalogue/admin/product-grid.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import type { TicketStore } from '../../tickets/ticket-store.ts'
import { orderTaking, type OrderTakingDeps } from '../order/order-taking.ts'
import type { AllOrders, DayTotals } from '../search/all-orders.ts'
import type { Groups } from './desk-order.ts'
import { firstHourOf } from './first-hour.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The days with totals. Today is the last one. */
const DAYS_SHOWN = 14
const DAYS_OF_WEEK = 7

export async function readToday(deps: Deps, groups: Groups) {
  const { allOrders, products, tickets, shop, now } = deps
  const at = now().getTime()
  const dates = Array.from({ length: DAYS_SHOWN }, (_, index) =>
    calendarDay(new Date(at - (DAYS_SHOWN - 1 - index) * DAY_MS)),
  )
  const [counts, days, everyProduct, openTickets, record] = await Promise.all([
    allOrders.countByWork(),
    allOrders.totalsOf(dates),
    products.listWithDrafts(),
    tickets.countNotClosed(),
    shop.read(),
  ])
  const taking = orderTaking(record, deps)
  const { confirm, findPayment, pack, handOver, problem, onTheWay, waiting } = counts
  return {
    work: { confirm, findPayment, pack, handOver, problem, onTheWay, waiting },
    openingSteps: taking.openingSteps,
    ...(mayCall(groups, updateShop) && {
      firstHour: firstHourOf({
        shop: record,
        products: everyProduct,
        taking,
        sendsMail: await deps.sendsMail(),
      }),
    }),
    demoSnacks: everyProduct.filter(isDemoSnack).length,
    lowStock: everyProduct.filter(isLowOnStock).length,
    openTickets,
    days: days.map((totals) => toDay(totals, groups)),
    today: ordersByHour(days.at(-1)),
    weekAgo: ordersByHour(days.at(-1 - DAYS_OF_WEEK)),
  }
}

type Deps = OrderTakingDeps & {
  /** Whether mails leave the store. */
  sendsMail: () => Promise<boolean>
  allOrders: AllOrders
  products: ProductStore
  tickets: TicketStore
  shop: ShopStore
  now: () => Date
}

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
