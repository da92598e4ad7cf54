import { calendarDay } from '@nashta/contracts/dates'
import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { putItem } from '@nashta/dynamodb/write-item'
import * as z from 'zod/mini'
import { dayBefore } from '../../catalogue/sales-scores.ts'
import type { ShopTables } from './tables.ts'

const TOTALS_PK = 'sales-totals'

const unitsSoldSchema = z.array(z.object({ products_id: z.string(), units: z.number() }))

export type UnitsSold = z.output<typeof unitsSoldSchema>

/** Each order has its own item: if the orders of a best seller shared a counter, they would wait for each other. */
export function saleWrite(table: string, purchaseId: string, sold: UnitsSold, at: Date): TransactItem {
  const item = saleItem(calendarDay(at), purchaseId, sold)
  return { name: 'sale', write: { Put: { TableName: table, Item: item } } }
}

export function saleItem(day: string, sk: string, sold: UnitsSold): Item {
  return { pk: salesPk(day), sk, sold }
}

function salesPk(day: string) {
  return `sales#${day}`
}

/** Returns a function that reads the sales of a day. The totals of days before yesterday are stored. */
export function createSalesReader({ client, tables, now }: ShopTables & { now: () => Date }) {
  let totals: Promise<Map<string, UnitsSold>> | undefined

  async function readTotals() {
    const items = await query(TOTALS_PK)
    return new Map(items.map(({ sk, sold }) => [String(sk), z.parse(unitsSoldSchema, sold)]))
  }

  async function addUp(day: string): Promise<UnitsSold> {
    const units = new Map<string, number>()
    for (const { sold } of await query(salesPk(day))) {
      for (const line of z.parse(unitsSoldSchema, sold)) {
        units.set(line.products_id, (units.get(line.products_id) ?? 0) + line.units)
      }
    }
    return Array.from(units, ([products_id, count]) => ({ products_id, units: count }))
  }

  function query(pk: string) {
    return queryItems(client, {
      TableName: tables.purchases,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    })
  }

  return async function soldOn(day: string): Promise<UnitsSold> {
    // Yesterday is not complete yet: a process with a slow clock may still add to it.
    if (day >= dayBefore(now(), 1)) return addUp(day)

    totals ??= readTotals().catch((error: unknown) => {
      totals = undefined
      throw error
    })
    const totalsByDay = await totals
    const storedTotal = totalsByDay.get(day)
    if (storedTotal) return storedTotal
    const total = await addUp(day)
    await putItem(client, tables.purchases, { pk: TOTALS_PK, sk: day, sold: total })
    totalsByDay.set(day, total)
    return total
  }
}
