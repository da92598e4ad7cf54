import { asPaise } from '@nashta/contracts/money'
import { readItems } from '@nashta/dynamodb/read-items'
import type { DayTotals, HourTotals } from '../../../orders/search/all-orders.ts'
import { headKey, type Hours, HOURS_WITHOUT_ORDERS, toHead } from '../catalogue/sales.ts'
import type { ShopTables } from '../tables.ts'
import { hourAttributes, LIST_SHARDS, orderTotalsKey } from './order-lists.ts'

type TotalsItem = { pk: string } & Record<string, number | string>

/**
 * Reads the totals of days. The orders of a day are counted in two kinds of items. The sales head,
 * one item per day, counts the orders that were placed and sold on the day. The totals items, one
 * per shard, correct the count (see `addUp`).
 */
export async function readOrderTotals(
  { client, tables }: ShopTables,
  days: readonly string[],
): Promise<DayTotals[]> {
  const table = tables.purchases
  const keys = days.flatMap((day) => [
    headKey(day),
    ...LIST_SHARDS.map((shard) => orderTotalsKey(day, shard)),
  ])
  const wanted = keys.map((key) => ({ table, key }))
  const items = (await readItems<TotalsItem>(client, wanted)).get(table) ?? []
  return days.map((day) => {
    const salesHead = items.find(({ pk }) => pk === headKey(day).pk)
    const soldSameDay = salesHead ? toHead(salesHead).hours : HOURS_WITHOUT_ORDERS
    const totalsPks = new Set(LIST_SHARDS.map((shard) => orderTotalsKey(day, shard).pk))
    const totals = items.filter(({ pk }) => totalsPks.has(pk))
    // Orders are only ever added to the sales head, so each of its orders counts as one change.
    const sales = soldSameDay.reduce((sum, { orders }) => sum + orders, 0)
    return { day, hours: addUp(totals, soldSameDay), changes: sales + sumOf(totals, 'changes') }
  })
}

/**
 * Adds up the orders and the revenue of each hour of a day:
 *
 * - `soldSameDay` counts the orders that were sold on the day on which they were placed.
 * - `items` add the orders that were sold on a later day, and subtract cancelled orders.
 */
function addUp(items: readonly TotalsItem[], soldSameDay: Hours): HourTotals[] {
  return soldSameDay.map(({ orders, revenuePaise }, hour) => {
    const names = hourAttributes(hour)
    return {
      orders: orders + sumOf(items, names.orders),
      revenuePaise: asPaise(revenuePaise + sumOf(items, names.revenue)),
    }
  })
}

function sumOf(items: readonly TotalsItem[], name: string) {
  return items.reduce((total, item) => total + Number(item[name] ?? 0), 0)
}
