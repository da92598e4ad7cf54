import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import {
  clientLosingResponse,
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { writeItems } from '@nashta/dynamodb/write-item'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeShopTables } from '../shop-tables.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { createDynamoProductStore } from './product-store.ts'
import { createSalesAggregator } from './sales-aggregator.ts'
import { recordSale } from './sales.fixture.ts'

/** The day of the tests, in the time zone of the shop. */
const DAY = '2026-01-31'

let client: Dynamo
let shop: ShopTables
let clock: Date

function moveClock(ms: number) {
  clock = new Date(clock.getTime() + ms)
}

/** Opens a store as another process would. */
const open = () => createDynamoProductStore({ ...shop, now: () => clock, newId: randomUUID })
const openAggregator = () => createSalesAggregator({ ...shop, now: () => clock })

const recordOrder = (productIds: readonly string[], units: number) =>
  recordSale({ ...shop, clock, productIds, units })
const recordSaleOf = (productsId: string, units: number) => recordOrder([productsId], units)

/** The units sold on the day of the tests, by `products_id`. */
async function unitsSold() {
  const units = await open().soldOn(DAY)
  return Object.fromEntries(units.map((each) => [each.products_id, each.units]))
}

describeOnDynamoDbLocal('the sales of a day in DynamoDB', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    clock = new Date(`${DAY}T12:00:00Z`)
    shop = await makeShopTables(client)
  })

  it('each sale is counted once by several processes, and stays in the totals after its row has expired', async () => {
    const [first, second] = [openAggregator(), openAggregator()]
    await recordSaleOf('a', 2)
    await first.addUp({ fence: 1 })
    expect(await unitsSold()).toEqual({ a: 2 })
    await recordSaleOf('a', 1)
    await second.addUp({ fence: 2 })
    expect(await unitsSold()).toEqual({ a: 3 })

    // Sales are closed after two minutes. The next run adds them to the totals of closed sales.
    moveClock(3 * 60 * 1000)
    await recordSaleOf('b', 5)
    await second.addUp({ fence: 2 })
    const items = await scanItems(client, shop.tables.purchases)
    const closedRows = items.filter(
      ({ pk, sold }) => String(pk).startsWith('sales#') && JSON.stringify(sold).includes('"a"'),
    )
    expect(closedRows).toHaveLength(2)
    // Deletes the rows, as DynamoDB does when they expire.
    await writeItems(
      client,
      shop.tables.purchases,
      closedRows.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    )
    moveClock(3 * 60 * 1000)
    await recordSaleOf('a', 10)
    await openAggregator().addUp({ fence: 3 })
    await openAggregator().addUp({ fence: 4 })
    expect(await unitsSold()).toEqual({ a: 13, b: 5 })
  })

  it('the replaced totals of a day are deleted after the day is over', async () => {
    const aggregator = openAggregator()
    for (const units of [1, 2]) {
      await recordSaleOf('a', units)
      await aggregator.addUp({ fence: 1 })
    }
    moveClock(24 * 60 * 60 * 1000)
    for (let run = 0; run < 2; run += 1) await aggregator.addUp({ fence: 1 })
    const items = await scanItems(client, shop.tables.purchases)
    expect(items.filter(({ sk }) => String(sk).startsWith('chunk#'))).toHaveLength(1)
    expect(await unitsSold()).toEqual({ a: 3 })
  })

  it('totals stay although the response to their update was lost', async () => {
    await recordSaleOf('a', 2)
    await openAggregator().addUp({ fence: 1 })
    await recordSaleOf('a', 1)
    const losing = createSalesAggregator({
      ...shop,
      client: await clientLosingResponse(/^Update/),
      now: () => clock,
    })
    await losing.addUp({ fence: 1 })
    expect(await unitsSold()).toEqual({ a: 3 })
  })

  it('a process that has lost the lease does not overwrite the totals', async () => {
    await recordSaleOf('a', 1)
    const late = openAggregator()
    await openAggregator().addUp({ fence: 2 })
    await recordSaleOf('a', 1)
    // The lease of `late` has an older fence.
    await expect(late.addUp({ fence: 1 })).rejects.toThrow('by another process')
    expect(await open().soldOn(DAY)).toEqual([{ products_id: 'a', units: 1 }])
  })

  it('when the sales of a day need several items, a process reads the best sellers that day, and all products the next day', async () => {
    // The ids alone are a megabyte, and an item of DynamoDB has at most 400 kB.
    const ids = Array.from({ length: 10_000 }, (_, index) => `${'long-id-of-a-product-'.repeat(5)}${index}`)
    for (let start = 0; start < ids.length; start += 1000) {
      await recordOrder(ids.slice(start, start + 1000), 1)
    }
    const bestSeller = ids.at(-1) ?? ''
    await recordSaleOf(bestSeller, 5)
    await openAggregator().addUp({ fence: 1 })
    // Another process reads the totals that the first one has written.
    await openAggregator().addUp({ fence: 2 })
    const store = open()
    const today = await store.soldOn(DAY)
    expect(today).toHaveLength(1000)
    expect(today[0]).toEqual({ products_id: bestSeller, units: 6 })
    moveClock(24 * 60 * 60 * 1000)
    expect(await store.soldOn(DAY)).toHaveLength(10_000)
  })
})
