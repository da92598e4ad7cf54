import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import {
  clientWithoutScan,
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  clientLosingResponse,
  clientWithRace,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem } from '@nashta/dynamodb/read-items'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import { ServiceError } from '@nashta/service-kit/service-error'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { lineOf } from '../../../cart/cart.ts'
import { productStoreSuite } from '../../../catalogue/product-store.suite.ts'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { loggedChanges } from '../../../operator-log/operator-log.fixture.ts'
import { createOperatorLog } from '../../../operator-log/operator-log.ts'
import { openDynamoDocuments } from '../../documents.fixture.ts'
import { createStockReservations, newReservation } from '../orders/stock-reservation.ts'
import { makeShopTables } from '../shop-tables.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { CATALOGUE_KEY } from './catalogue-item.ts'
import { createDynamoProductStore } from './product-store.ts'
import { createSalesAggregator } from './sales-aggregator.ts'
import { recordSale } from './sales.fixture.ts'

/** The day of the tests, in the time zone of the shop. */
const DAY = '2026-01-31'
const AUTHORSHIP = { by: { sub: 'asha', username: 'asha', email: null }, at: '2026-02-01T10:00:00.000Z' }

let client: Dynamo
let shop: ShopTables
let clock: Date

/** Opens a store as another process would. */
const open = (clientOfProcess = client) =>
  createDynamoProductStore({ ...shop, client: clientOfProcess, now: () => clock, newId: randomUUID })

/** Takes units from a counted stock, as an order does. */
async function takeUnits(products: ReturnType<typeof open>, productsId: string, quantity: number) {
  const product = await products.find(productsId)
  if (!product) throw new Error(`There is no ${productsId}`)
  if (product.stock === undefined) return
  const reservations = createStockReservations({ ...shop, products, now: () => clock })
  const reservation = newReservation({ purchaseId: randomUUID() })
  await reservations.reserve(reservation, [lineOf(product, quantity)])
  await reservations.confirm(reservation)
}

/** A store publishes its pending stock changes when it closes, and until then twice a second. */
const publishStock = (store: ReturnType<typeof open>) => store.close()

function moveClock(ms: number) {
  clock = new Date(clock.getTime() + ms)
}

const openAggregator = () => createSalesAggregator({ ...shop, now: () => clock })

/** Records a sale, but takes no stock. */
const recordSaleOf = (productsId: string, units: number) =>
  recordSale({ ...shop, clock, productIds: [productsId], units })

describeOnDynamoDbLocal('DynamoDB product store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    clock = new Date(`${DAY}T12:00:00Z`)
    shop = await makeShopTables(client)
  })

  productStoreSuite(() => {
    const products = open()
    return {
      products,
      log: createOperatorLog(openDynamoDocuments(shop).documents),
      async takeStock(productsId, quantity) {
        try {
          await takeUnits(products, productsId, quantity)
          return true
        } catch (error) {
          if (error instanceof ServiceError && error.code === 'OUT_OF_STOCK') return false
          throw error
        }
      },
      async recordSale(productsId, units, at) {
        clock = at
        await recordSaleOf(productsId, units)
        await openAggregator().addUp({ fence: 1 })
      },
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
    await takeUnits(other, 'a', 2)
    await publishStock(other)
    await other.update('b', { name: 'New' }, AUTHORSHIP)
    await other.remove('c', AUTHORSHIP)
    expect(store.latestChange()).toEqual(latest)

    moveClock(1000)
    await store.refresh()
    expect(store.latestChange().any).not.toBe(latest.any)
    expect(await store.changesSince(latest.any)).toMatchObject({
      isWhole: false,
      latest: { exceptStock: other.latestChange().exceptStock },
      products: [{ product: { products_id: 'a', stock: 3 } }, { product: { name: 'New' } }],
      removed: ['c'],
    })
  })

  it('the `id` of a removed product is unknown after the product was created again with another `id`', async () => {
    const [store, other] = [open(), open()]
    await other.fillIfEmpty([aProduct({ products_id: 'a', id: '1' })])
    expect(await store.find('1')).not.toBeNull()
    await other.remove('a', AUTHORSHIP)
    await other.create(aProduct({ products_id: 'a', id: '2' }), AUTHORSHIP)

    moveClock(1000)
    expect([await store.find('1'), (await store.find('2'))?.products_id]).toEqual([null, 'a'])
  })

  it('a process reloads the whole catalogue after more changes than are listed, or after a long pause', async () => {
    const [store, other] = [open(), open()]
    await other.fillIfEmpty([aProduct({ products_id: 'a', stock: 5 }), aProduct({ products_id: 'b' })])
    await store.list()
    await other.update('a', { name: 'New' }, AUTHORSHIP)
    // The catalogue item lists the last 25 changes, so the change of `a` is no longer listed.
    for (let change = 0; change < 25; change += 1) {
      await other.update('b', { name: `Name ${change}` }, AUTHORSHIP)
    }
    moveClock(1000)
    expect(await store.find('a')).toMatchObject({ name: 'New' })

    await takeUnits(other, 'a', 1)
    await publishStock(other)
    // Published stock changes are deleted after a day.
    moveClock(2 * 24 * 60 * 60 * 1000)
    expect(await store.find('a')).toMatchObject({ stock: 4 })
  })

  it('a change of a product keeps an attribute that newer code has added, and removes a field that became null', async () => {
    const store = open()
    await store.fillIfEmpty([aProduct({ products_id: 'a', netQuantity: { value: 90, unit: 'g' } })])
    const Key = { products_id: 'a' }
    await updateItem(client, {
      TableName: shop.tables.products,
      Key,
      UpdateExpression: 'SET lot = :lot',
      ExpressionAttributeValues: { ':lot': '4711' },
    })
    await store.update('a', { name: 'New', netQuantity: null }, AUTHORSHIP)
    const stored = await readItem(client, shop.tables.products, Key)
    expect(stored).toMatchObject({ lot: '4711', name: 'New', schema: 1 })
    expect(stored).not.toHaveProperty('netQuantity')
  })

  it('while storage fails, lists are served from memory, but a read for an order fails, and so does a new process', async () => {
    const failing = await clientFailingOnDemand()
    const store = open(failing.client)
    await open().fillIfEmpty([aProduct()])
    await store.list()
    failing.isDown = true
    // The products in memory are now so old that a read tries to refresh them.
    moveClock(5000)

    expect(await store.list()).toHaveLength(1)
    await expect(store.findRequested(['motichoor-laddoo'])).rejects.toThrow('unreachable')
    await expect(open(failing.client).list()).rejects.toThrow('unreachable')
  })

  it('a process starts from a snapshot and the changes since, unless the snapshot is old or broken', async () => {
    let file: Uint8Array | null = null
    const snapshots = {
      read: async () => file,
      async write(bytes: Uint8Array) {
        file = bytes
      },
    }
    const openWithSnapshots = (clientOfProcess = client) =>
      createDynamoProductStore({
        ...shop,
        client: clientOfProcess,
        now: () => clock,
        newId: randomUUID,
        snapshots,
      })
    const writer = openWithSnapshots()
    await writer.fillIfEmpty([
      aProduct({ products_id: 'a', id: '1', stock: 300 }),
      aProduct({ products_id: 'b' }),
      aProduct({ products_id: 'c' }),
    ])
    await writer.writeSnapshot()
    await takeUnits(writer, 'a', 5)
    await publishStock(writer)
    await writer.update('b', { name: 'New' }, AUTHORSHIP)
    await writer.remove('c', AUTHORSHIP)

    moveClock(10 * 60 * 1000)
    const withoutScan = await clientWithoutScan()
    const started = openWithSnapshots(withoutScan)
    expect(await started.list()).toMatchObject([{ products_id: 'a', stock: 295 }, { name: 'New' }])
    expect(await started.find('1')).toMatchObject({ products_id: 'a' })

    // A snapshot that is more than an hour old is not used.
    moveClock(60 * 60 * 1000)
    await expect(openWithSnapshots(withoutScan).list()).rejects.toThrow('no scan')
    // An unchanged catalogue gets a new snapshot before the old snapshot is too old.
    await writer.list()
    await writer.writeSnapshot()
    moveClock(40 * 60 * 1000)
    await writer.list()
    await writer.writeSnapshot()
    moveClock(40 * 60 * 1000)
    expect(await openWithSnapshots(withoutScan).list()).toHaveLength(2)
    // A broken snapshot is not used either.
    file = Buffer.from('not a snapshot')
    expect(await openWithSnapshots().list()).toHaveLength(2)
  })

  it('each of several concurrent changes by different processes is counted once', async () => {
    const processes = [open(), open(), open()]
    await processes[0]?.fillIfEmpty([aProduct()])
    await Promise.all(
      processes.map((store, index) => store.create(aProduct({ products_id: `p${index}` }), AUTHORSHIP)),
    )
    const reader = open()
    expect(await reader.list()).toHaveLength(4)
    // Filling the catalogue was one change, and each of the three new products was another.
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

  it('a half-filled catalogue is invisible, and is filled again after the process that filled it has died', async () => {
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

    moveClock(1000)
    expect(await open().fillIfEmpty([aProduct()])).toBe(true)
    expect(await open().list()).toEqual([aProduct()])
  })

  it('a change of a product does not undo a sale made meanwhile, and its log entry has the stock after the sale', async () => {
    const seller = open()
    await seller.fillIfEmpty([
      aProduct({ products_id: 'a', stock: 3 }),
      aProduct({ products_id: 'b', stock: 3 }),
    ])
    const storeDuringSaleOfA = open(await clientWithRace(() => takeUnits(seller, 'a', 1)))
    await storeDuringSaleOfA.update('a', { name: 'Other' }, AUTHORSHIP)
    expect(await storeDuringSaleOfA.find('a')).toMatchObject({ name: 'Other', stock: 2 })

    const storeDuringSaleOfB = open(await clientWithRace(() => takeUnits(seller, 'b', 1)))
    await storeDuringSaleOfB.update('b', { stock: 9 }, AUTHORSHIP)
    expect(await storeDuringSaleOfB.find('b')).toMatchObject({ stock: 9 })
    const log = createOperatorLog(openDynamoDocuments(shop).documents)
    expect(await loggedChanges(log, 'product', 'b')).toMatchObject([
      { changes: { stock: { from: 2, to: 9 } } },
    ])
  })
})

/** A client whose requests fail while `isDown` is set. */
async function clientFailingOnDemand() {
  const failing = { client: await connectDynamoDbLocal(), isDown: false }
  failing.client.middlewareStack.add(
    (next) => async (args) => {
      if (failing.isDown) throw new Error('unreachable')
      return next(args)
    },
    { step: 'initialize' },
  )
  return failing
}
