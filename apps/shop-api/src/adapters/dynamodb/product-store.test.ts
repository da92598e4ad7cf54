import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import {
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  clientLosingResponse,
  clientWithRace,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { queryItems, readItem } from '@nashta/dynamodb/read-items'
import { transact, TransactionRefused } from '@nashta/dynamodb/transact'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { productStoreSuite } from '../../catalogue/product-store.suite.ts'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { loggedChanges } from '../../operator-log/operator-log.fixture.ts'
import { CATALOGUE_KEY } from './catalogue-item.ts'
import { createDynamoOperatorLog } from './operator-log.ts'
import { createDynamoProductStore } from './product-store.ts'
import { saleWrite } from './sales.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import { stockChangeWrites } from './stock-changes.ts'
import { takeStockWrite } from './stock.ts'
import type { ShopTables } from './tables.ts'

const AUTHORSHIP = { by: { sub: 'asha', username: 'asha' }, at: '2026-02-01T10:00:00.000Z' }

let client: Dynamo
let shop: ShopTables
let clock: Date

/** Opens a store as another process would. */
const open = (connected = client) =>
  createDynamoProductStore({ ...shop, client: connected, now: () => clock, newId: randomUUID })

async function take(products: ReturnType<typeof open>, productsId: string, quantity: number) {
  const product = (await readItem(client, shop.tables.products, { products_id: productsId })) as unknown
  const { stock, pricePaise } = product as ProductRecord
  await transact(client, [
    takeStockWrite(shop.tables.products, product as ProductRecord, {
      productId: productsId,
      quantity,
      pricePaise,
    }),
    ...stockChangeWrites(shop.tables.purchases, randomUUID(), stock === undefined ? [] : [productsId], clock),
  ])
  products.markStale()
}

describeOnDynamoDbLocal('DynamoDB product store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    clock = new Date('2026-01-31T12:00:00Z')
    shop = await makeShopTables(client)
  })

  productStoreSuite(() => {
    const products = open()
    return {
      products,
      log: createDynamoOperatorLog({ ...shop, newId: randomUUID }),
      async takeStock(productsId, quantity) {
        try {
          await take(products, productsId, quantity)
          return true
        } catch (error) {
          if (error instanceof TransactionRefused) return false
          throw error
        }
      },
      recordSale: (productsId, units, at) =>
        transact(client, [
          saleWrite(shop.tables.purchases, randomUUID(), [{ products_id: productsId, units }], at),
        ]),
    }
  })

  it('a process sees within a second what another one changed, sold or removed', async () => {
    const [store, other] = [open(), open()]
    await other.fillIfEmpty([
      aProduct({ products_id: 'a', stock: 5 }),
      aProduct({ products_id: 'b' }),
      aProduct({ products_id: 'c' }),
    ])
    const { latest } = await store.changesSince(null)
    await take(other, 'a', 2)
    await other.update('b', { name: 'New' }, AUTHORSHIP)
    await other.remove('c', AUTHORSHIP)
    expect(store.latestChange()).toEqual(latest)

    clock = new Date(clock.getTime() + 1000)
    await store.refresh()
    expect(store.latestChange().any).not.toBe(latest.any)
    expect(await store.changesSince(latest.any)).toMatchObject({
      whole: false,
      latest: { exceptStock: other.latestChange().exceptStock },
      products: [{ product: { products_id: 'a', stock: 3 } }, { product: { name: 'New' } }],
      removed: ['c'],
    })
  })

  it('the old id of a product is unknown after the product was replaced by one without it', async () => {
    const [store, other] = [open(), open()]
    await other.fillIfEmpty([aProduct({ products_id: 'a', id: '1' })])
    expect(await store.find('1')).not.toBeNull()
    await other.remove('a', AUTHORSHIP)
    await other.create(aProduct({ products_id: 'a', id: '2' }), AUTHORSHIP)

    clock = new Date(clock.getTime() + 1000)
    expect([await store.find('1'), (await store.find('2'))?.products_id]).toEqual([null, 'a'])
  })

  it('the whole catalogue is reloaded after more changes than are listed, or a long pause', async () => {
    const [store, other] = [open(), open()]
    await other.fillIfEmpty([aProduct({ stock: 5 })])
    await store.list()
    for (let change = 0; change < 27; change += 1) {
      await other.update('motichoor-laddoo', { name: `Name ${change}` }, AUTHORSHIP)
    }
    clock = new Date(clock.getTime() + 1000)
    expect(await store.find('motichoor-laddoo')).toMatchObject({ name: 'Name 26' })

    await take(other, 'motichoor-laddoo', 1)
    clock = new Date(clock.getTime() + 2 * 24 * 60 * 60 * 1000)
    expect(await store.find('motichoor-laddoo')).toMatchObject({ stock: 4 })
  })

  it('every change of several concurrent processes counts once', async () => {
    const processes = [open(), open(), open()]
    await processes[0]?.fillIfEmpty([aProduct()])
    await Promise.all(
      processes.map((store, index) => store.create(aProduct({ products_id: `p${index}` }), AUTHORSHIP)),
    )
    const reader = open()
    expect(await reader.list()).toHaveLength(4)
    expect(reader.latestChange().exceptStock).toBe('4')
  })

  it('only one of two processes that fill the catalogue at once succeeds', async () => {
    const fill = (products_id: string) => open().fillIfEmpty([aProduct({ products_id })])
    const filled = await Promise.all([fill('a'), fill('b')])
    expect(filled.toSorted()).toEqual([false, true])
    expect(await open().list()).toHaveLength(1)
  })

  it('a catalogue is filled once although a response was lost', async () => {
    expect(await open(await clientLosingResponse()).fillIfEmpty([aProduct()])).toBe(true)
    expect(await open().list()).toHaveLength(1)
  })

  it('a half-filled catalogue is invisible, and is filled again after its process has died', async () => {
    await writeItems(client, shop.tables.products, [{ put: { ...aProduct({ products_id: 'half' }) } }])
    await updateItem(client, {
      TableName: shop.tables.purchases,
      Key: CATALOGUE_KEY,
      UpdateExpression: 'SET filler = :filler, fillingUntil = :until',
      ExpressionAttributeValues: {
        ':filler': 'dead',
        ':until': new Date(clock.getTime() + 1000).toISOString(),
      },
    })
    expect(await open().list()).toEqual([])
    expect(await open().fillIfEmpty([aProduct()])).toBe(false)

    clock = new Date(clock.getTime() + 1000)
    expect(await open().fillIfEmpty([aProduct()])).toBe(true)
    expect(await open().list()).toEqual([aProduct()])
  })

  it('the sales of a past day are added up once, and their total is stored', async () => {
    const sale = (id: string) =>
      transact(client, [saleWrite(shop.tables.purchases, id, [{ products_id: 'a', units: 2 }], clock)])
    await sale('1')
    await sale('2')
    clock = new Date('2026-02-02T12:00:00Z')
    expect(await open().soldOn('2026-01-31')).toEqual([{ products_id: 'a', units: 4 }])

    const rows = await queryItems(client, {
      TableName: shop.tables.purchases,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'sales#2026-01-31' },
    })
    await writeItems(
      client,
      shop.tables.purchases,
      rows.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    )
    expect(await open().soldOn('2026-01-31')).toEqual([{ products_id: 'a', units: 4 }])
  })

  it('a change of a product does not undo a sale made meanwhile, and its log entry has the stock after the sale', async () => {
    const seller = open()
    await seller.fillIfEmpty([
      aProduct({ products_id: 'a', stock: 3 }),
      aProduct({ products_id: 'b', stock: 3 }),
    ])
    const sellingA = open(await clientWithRace(() => take(seller, 'a', 1)))
    await sellingA.update('a', { name: 'Other' }, AUTHORSHIP)
    expect(await sellingA.find('a')).toMatchObject({ name: 'Other', stock: 2 })

    const sellingB = open(await clientWithRace(() => take(seller, 'b', 1)))
    await sellingB.update('b', { stock: 9 }, AUTHORSHIP)
    expect(await sellingB.find('b')).toMatchObject({ stock: 9 })
    const log = createDynamoOperatorLog({ ...shop, newId: randomUUID })
    expect(await loggedChanges(log, 'product', 'b')).toMatchObject([
      { changes: { stock: { from: 2, to: 9 } } },
    ])
  })
})
