import { randomUUID } from 'node:crypto'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import {
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  clientLosingResponse,
  clientWithRace,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem, scanItems } from '@nashta/dynamodb/read-items'
import { updateItem } from '@nashta/dynamodb/write-item'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { eraseOrder } from '../../../account/erase-order.ts'
import { lineOf } from '../../../cart/cart.ts'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { aCashOrder, anOrder, settle } from '../../../purchases/order.fixture.ts'
import { purchaseStoreSuite } from '../../../purchases/purchase-store.suite.ts'
import type { PurchaseRequest } from '../../../purchases/purchase-store.ts'
import { newPurchaseId, priceLines, subtotalOf } from '../../../purchases/purchase.ts'
import { confirmCashOrder } from '../../../purchases/settlement/confirm-order.ts'
import { createDynamoCartStore } from '../cart-store.ts'
import { createDynamoProductStore } from '../catalogue/product-store.ts'
import { createSalesAggregator } from '../catalogue/sales-aggregator.ts'
import { createMutex } from '../mutex.ts'
import { makeShopTables } from '../shop-tables.fixture.ts'
import { createStockReservations, newReservation } from '../stock/stock-reservation.ts'
import type { ShopTables } from '../tables.ts'
import { createDynamoAllOrders } from './all-orders.ts'
import { orderKey } from './order-items.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'

let clock = new Date('2026-01-01T12:00:00Z')
const now = () => clock
const AUTHORSHIP = { by: { sub: 'boss', username: 'boss' }, at: now().toISOString() }

let client: Dynamo
let shop: ShopTables

/** Opens the stores as another process would. */
function open(connected = client) {
  const connectedShop = { ...shop, client: connected }
  const outbox = new Set<string>()
  const mutex = createMutex()
  const carts = createDynamoCartStore({ ...connectedShop, mutex, now })
  const products = createDynamoProductStore({ ...connectedShop, now, newId: randomUUID })
  // Writes an item in place of a mail or an event. The condition fails when the same one is queued twice.
  const queueWrites = (kind: string, purchaseId: string) => {
    outbox.add(`${kind} ${purchaseId}`)
    const Item = { pk: `queued#${kind} ${purchaseId}`, sk: 'x' }
    const TableName = shop.tables.purchases
    const Put = { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }
    return [{ name: 'queued', write: { Put } }]
  }
  const store = createDynamoPurchaseStore({
    newId: randomUUID,
    ...connectedShop,
    products,
    mutex,
    now,
    mailWrites: ({ purchaseId }, kind) => queueWrites(kind, purchaseId),
    eventWrites: (events) =>
      events.flatMap(({ kind, id }) =>
        kind === 'purchase' ? queueWrites(kind, id.slice('purchase:'.length)) : [],
      ),
  })
  /** Sales can be read only after they were added up. */
  const addUpSales = () => createSalesAggregator({ ...connectedShop, now }).addUp({ fence: 1 })
  return {
    store,
    carts,
    products: { ...products, soldOn: (day: string) => addUpSales().then(() => products.soldOn(day)) },
    outbox,
  }
}

type OrderOptions = { needsCharge?: boolean; shownTotal?: number }

/** A request for an order with cash on delivery, or for one that is still to be charged. */
function order(
  sub: string,
  items: { productId: string; quantity: number }[],
  { needsCharge = false, shownTotal }: OrderOptions = {},
): PurchaseRequest {
  const purchaseId = newPurchaseId(now(), (count) => crypto.getRandomValues(new Uint8Array(count)))
  return {
    attempt: { userId: sub, key: purchaseId, fingerprint: JSON.stringify(items) },
    productIds: items.map(({ productId }) => productId),
    draft: (products, cartLines) => {
      const lines = priceLines(items, products, cartLines)
      const totalPaise = subtotalOf(lines)
      if (shownTotal !== undefined && totalPaise !== shownTotal)
        throw new ServiceError('PRICE_CHANGED', 'changed')
      const make = needsCharge ? anOrder : aCashOrder
      const drafted = make({ purchaseId, userId: sub, lines, totalPaise })
      return needsCharge ? { order: drafted, effects: [] } : confirmCashOrder(drafted, now())
    },
  }
}

const orderWithoutKey = (): PurchaseRequest => {
  const { attempt, ...request } = order('asha', [{ productId: 'barfi', quantity: 1 }], { needsCharge: true })
  return { ...request, attempt: { ...attempt, key: undefined } }
}

/** The orders that a search of the desk finds. */
async function search(text: string) {
  const { orders } = await createDynamoAllOrders(shop).list(
    { search: text },
    { limit: 10, before: undefined },
  )
  return orders.map(({ purchaseId }) => purchaseId)
}

/** Passes the minute after which the reconciler ends the reservation of an order that is not stored. */
function passReservationTime() {
  clock = new Date(clock.getTime() + 61_000)
}

/** All items of the purchases table, as one text. */
async function everything() {
  return JSON.stringify(await scanItems(client, shop.tables.purchases))
}

async function connect() {
  client = await connectDynamoDbLocal()
}
async function makeTables() {
  clock = new Date('2026-01-01T12:00:00Z')
  shop = await makeShopTables(client)
}

describeOnDynamoDbLocal('DynamoDB purchase store', () => {
  beforeAll(connect, 150_000)
  beforeEach(makeTables)

  purchaseStoreSuite(() => {
    const { outbox, ...stores } = open()
    return {
      ...stores,
      get outbox() {
        return [...outbox]
      },
    }
  })
})

describeOnDynamoDbLocal('DynamoDB purchase stores of several processes', () => {
  beforeAll(connect, 150_000)
  beforeEach(makeTables)

  it('the last units of a product are sold once each', async () => {
    const processes = [open(), open(), open()]
    await processes[0]?.products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 4 })])
    const bought = await Promise.allSettled(
      processes.flatMap(({ store }, index) =>
        ['a', 'b', 'c'].map((shopper) =>
          store.begin(order(`${shopper}${index}`, [{ productId: 'barfi', quantity: 1 }])),
        ),
      ),
    )
    const refused = bought.filter(({ status }) => status === 'rejected')

    expect(refused).toHaveLength(5)
    for (const refusal of refused) expect(refusal).toMatchObject({ reason: { code: 'OUT_OF_STOCK' } })
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })
    expect(await open().products.soldOn('2026-01-01')).toEqual([{ products_id: 'barfi', units: 4 }])
  })

  it.each([
    ['with an idempotency key', { hasKey: true, needsCharge: false }],
    ['without an idempotency key', { hasKey: false, needsCharge: false }],
    ['without an idempotency key and not charged yet', { hasKey: false, needsCharge: true }],
  ])('concurrent requests of one attempt store one order: %s', async (_how, { hasKey, needsCharge }) => {
    const processes = [open(), open(), open()]
    const barfi = aProduct({ products_id: 'barfi', stock: 9 })
    await processes[0]?.products.fillIfEmpty([barfi])
    const orderAtOnce = async (key: string) => {
      await processes[0]?.carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
      const attempt = { userId: 'asha', fingerprint: 'same', key: hasKey ? key : undefined }
      const begun = await Promise.all(
        processes.flatMap(({ store }) =>
          Array.from({ length: 4 }, () =>
            store.begin({
              ...order('asha', [{ productId: 'barfi', quantity: 1 }], { needsCharge }),
              attempt,
            }),
          ),
        ),
      )
      return new Set(begun.map((each) => each.order.purchaseId)).size
    }

    expect(await orderAtOnce('first')).toBe(1)
    expect(await orderAtOnce('second')).toBe(1)
    const { store, products } = open()
    const orders = [
      ...(await store.list('asha', { limit: 10, before: undefined })),
      ...(await store.listOpen(now())),
    ]
    expect(orders).toHaveLength(2)
    expect(await products.find('barfi')).toMatchObject({ stock: 7 })
    const items = await scanItems(client, shop.tables.purchases)
    // Only stored orders have search terms.
    const wordItems = items.filter(({ pk }) => String(pk).startsWith('order-term#word:'))
    expect(new Set(wordItems.map(({ sk }) => String(sk).split('#')[1]))).toEqual(
      new Set(orders.map(({ purchaseId }) => purchaseId)),
    )
  })

  it('an order is not confirmed before a search finds it', async () => {
    const failing = await connectDynamoDbLocal()
    failing.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName?.startsWith('BatchWrite')) throw new Error('The terms cannot be stored')
          return next(args)
        },
      { step: 'initialize' },
    )
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    const request = order('asha', [{ productId: 'barfi', quantity: 1 }])
    await expect(open(failing).store.begin(request)).rejects.toThrow('The terms cannot be stored')
    expect(await search('rao')).toEqual([])
    const { order: placed, replayed } = await open().store.begin(request)
    expect([replayed, await search('rao')]).toEqual([true, [placed.purchaseId]])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 8 })
  })

  it('an order whose process died before its terms were stored is found after its next change', async () => {
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const dying = open(await clientDyingAfterTransaction())
    const dead = dying.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }]))
    await expect(dead).rejects.toThrow('The process has died')
    const { store } = open()
    const [placed] = await store.list('asha', { limit: 10, before: undefined })
    expect(await search('rao')).toEqual([])
    await settle(store, placed?.purchaseId ?? '', { kind: 'statusChanged', orderStatus: 'SHIPPED' })
    for (const text of ['asha', 'rao', homeAddress.phoneNumber, 'asha@example.in'])
      expect(await search(text)).toEqual([placed?.purchaseId])
  })

  it.each([
    ['cash on delivery', { needsCharge: false }],
    ['an order that is still to be charged', { needsCharge: true }],
  ])(
    'no personal data stays without an order, whenever a process dies: %s',
    async (_what, { needsCharge }) => {
      const { store, products } = open()
      await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 99 })])
      let isPlaced = false
      // In each round the process dies one write later, until the order is placed.
      let writes = 0
      for (; !isPlaced; writes += 1) {
        let sent = 0
        const dying = open(
          await clientDying((name, wasSent) => !wasSent && isWrite(name) && sent++ === writes),
        )
        const begun = dying.store.begin(order('u1', [{ productId: 'barfi', quantity: 1 }], { needsCharge }))
        isPlaced = await begun.then(
          () => true,
          () => false,
        )
        await dying.store.close()
        passReservationTime()
        await store.reconcileStock()
        for (const { purchaseId } of await store.listAll('u1'))
          await settle(
            store,
            purchaseId,
            needsCharge ? { kind: 'expired' } : { kind: 'cancelledByShopper', reason: '' },
          )
        await store.eraseAll('u1', eraseOrder)
        expect([writes, await everything()]).toEqual([
          writes,
          expect.not.stringMatching(/asha|rao|9876543210/i),
        ])
      }
      expect(writes).toBeGreaterThan(4)
    },
  )

  it('no terms are stored for an order that was removed while its process was asleep', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const sleeper = open(
      await clientAfterTransaction(async () => {
        passReservationTime()
        for (const { purchaseId } of await store.listOpen(now()))
          await settle(store, purchaseId, { kind: 'expired' })
      }),
    )
    await sleeper.store.begin(order('u1', [{ productId: 'barfi', quantity: 1 }], { needsCharge: true }))
    expect(await store.listAll('u1')).toEqual([])
    expect(await everything()).not.toMatch(/asha|rao|9876543210/i)
  })

  it('no update is lost when a cart is changed during its purchase', async () => {
    const [buyer, other] = [open(), open()]
    const barfi = aProduct({ products_id: 'barfi' })
    await buyer.products.fillIfEmpty([barfi])
    const { name, imageUrl, category, pricePaise } = barfi
    const addBarfi = () =>
      other.carts.update('asha', {
        apply: ([line]) => [
          { productId: 'barfi', name, imageUrl, category, pricePaise, quantity: (line?.quantity ?? 0) + 1 },
        ],
      })
    await addBarfi()
    await Promise.all([
      buyer.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }])),
      ...Array.from({ length: 5 }, addBarfi),
    ])
    // Six units were added and one was ordered: seven changes of the cart.
    expect(await other.carts.find('asha')).toMatchObject({ lines: [{ quantity: 5 }], version: 7 })
  })

  it.each([
    ['one product', 1, {}],
    ['one product with limited stock', 1, { stock: 9 }],
    ['many products', 60, {}],
  ])('the price of an order is at most a second old: %s', async (_what, count, fields) => {
    const many = Array.from({ length: 60 }, (_, index) => aProduct({ products_id: `p${index}`, ...fields }))
    const [buyer, other] = [open(), open()]
    await other.products.fillIfEmpty(many)
    // Loads the catalogue into the memory of the buyer's process.
    await buyer.products.isEmpty()
    await other.products.update('p0', { pricePaise: asPaise(30_000) }, AUTHORSHIP)
    const items = many.slice(0, count).map(({ products_id }) => ({ productId: products_id, quantity: 1 }))
    const begin = (shownTotal?: number) =>
      buyer.store.begin(order('asha', items, shownTotal === undefined ? {} : { shownTotal }))
    expect((await begin()).order.totalPaise).toBe(count * 27_950)

    clock = new Date(clock.getTime() + 1000)
    expect((await begin()).order.totalPaise).toBe(30_000 + (count - 1) * 27_950)
    await expect(begin(count * 27_950)).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  })

  it('a counted product that another process has just removed is not sold', async () => {
    const other = open()
    await other.products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 1 })])
    const buyer = open()
    // Loads the catalogue into the memory of the buyer's process.
    await buyer.products.isEmpty()
    await other.products.remove('barfi', AUTHORSHIP)

    const late = buyer.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }]))
    await expect(late).rejects.toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  })

  it('an attempt without a key is recognised by its cart until the shopper changes the cart', async () => {
    const [buyer, other] = [open(), open()]
    const barfi = aProduct({ products_id: 'barfi' })
    await buyer.products.fillIfEmpty([barfi])
    const put = () => buyer.carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
    await put()
    const { purchaseId } = (await buyer.store.begin(orderWithoutKey())).order
    await settle(buyer.store, purchaseId, {
      kind: 'approved',
      transactionId: 't',
      amountPaise: anOrder().totalPaise,
    })

    expect(await other.store.begin(orderWithoutKey())).toMatchObject({
      replayed: true,
      order: { purchaseId },
    })
    await put()
    expect(await other.store.begin(orderWithoutKey())).toMatchObject({ replayed: false })
  })

  it('an order is stored once although the response was lost', async () => {
    const buyer = open(await clientLosingResponse())
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    const begun = await buyer.store.begin(orderWithoutKey())

    expect(begun.replayed).toBe(false)
    expect(await buyer.store.listOpen(now())).toEqual([begun.order])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 8 })
  })

  it('an attribute of an order that newer code has stored survives a change by this code', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const attempt = order('asha', [{ productId: 'barfi', quantity: 1 }], { needsCharge: true })
    const { purchaseId, totalPaise } = (await store.begin(attempt)).order
    const [TableName, Key] = [shop.tables.purchases, orderKey('asha', purchaseId)]
    await updateItem(client, {
      TableName,
      Key,
      UpdateExpression: 'SET giftNote = :note',
      ExpressionAttributeValues: { ':note': 'Happy Diwali' },
    })
    await settle(store, purchaseId, { kind: 'approved', transactionId: 't', amountPaise: totalPaise })
    expect(await readItem(client, TableName, Key)).toMatchObject({
      giftNote: 'Happy Diwali',
      orderStatus: 'CONFIRMED',
    })
  })

  it('an order is settled once when one process gets an approval and another a decline', async () => {
    const other = open()
    await other.products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 2 })])
    const attempt = order('asha', [{ productId: 'barfi', quantity: 1 }], { needsCharge: true })
    const { purchaseId } = (await other.store.begin(attempt)).order
    await settle(other.store, purchaseId, { kind: 'unknown' })
    const late = open(
      await clientWithRace(() => settle(other.store, purchaseId, { kind: 'declined', message: 'No funds' })),
    )

    expect(
      await settle(late.store, purchaseId, {
        kind: 'approved',
        transactionId: 't',
        amountPaise: anOrder().totalPaise,
      }),
    ).toMatchObject({
      orderStatus: 'CANCELLED',
    })
    expect(await late.products.soldOn('2026-01-01')).toEqual([])
    expect(await late.products.find('barfi')).toMatchObject({ stock: 2 })
  })

  it('an order of a hundred products is stored if its stock can be returned in one transaction', async () => {
    const { store, products } = open()
    const many = Array.from({ length: 120 }, (_, index) =>
      aProduct({ products_id: `p${index}`, ...(index < 95 && { stock: 1 }) }),
    )
    await products.fillIfEmpty(many)
    const items = many.map(({ products_id }) => ({ productId: products_id, quantity: 1 }))
    // 95 of the first hundred products have counted stock, and 75 of the last hundred. One transaction returns the
    // stock of 84.
    const tooMany = store.begin(order('asha', items.slice(0, 100)))
    await expect(tooMany).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await products.find('p94')).toMatchObject({ stock: 1 })

    const wanted = items.slice(20)
    const { order: placed } = await store.begin(order('asha', wanted))
    expect(placed.lines).toHaveLength(100)
    expect(await products.find('p94')).toMatchObject({ stock: 0 })
    await settle(store, placed.purchaseId, { kind: 'statusChanged', orderStatus: 'CANCELLED' })
    expect(await products.find('p94')).toMatchObject({ stock: 1 })
  })

  it('an order takes units from several shards of a large stock, down to the last unit', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 256 })])
    const buy = (sub: string, quantity: number) => store.begin(order(sub, [{ productId: 'barfi', quantity }]))
    // Each of the eight shards has 32 units.
    const { order: placed } = await buy('asha', 99)
    await Promise.all(Array.from({ length: 15 }, (_, index) => buy(`shopper-${index}`, 10)))
    // 256 units less 99 and 15 times 10.
    expect(await products.find('barfi')).toMatchObject({ stock: 7 })
    await expect(buy('ravi', 8)).rejects.toMatchObject({ details: { items: [{ available: 7 }] } })
    expect((await buy('ravi', 7)).replayed).toBe(false)
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })

    await settle(store, placed.purchaseId, { kind: 'statusChanged', orderStatus: 'CANCELLED' })
    expect(await products.find('barfi')).toMatchObject({ stock: 99 })
    expect(await open().products.find('barfi')).toMatchObject({ stock: 99 })
  })

  it('a cancelled order returns its units to a stock that was unlimited in between and has fewer shards', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 256 })])
    const { order: stored } = await store.begin(order('asha', [{ productId: 'barfi', quantity: 40 }]))
    await products.update('barfi', { stock: null }, AUTHORSHIP)
    await products.update('barfi', { stock: 5 }, AUTHORSHIP)
    await settle(store, stored.purchaseId, { kind: 'statusChanged', orderStatus: 'CANCELLED' })
    expect((await products.find('barfi'))?.stock).toBe(45)
  })

  it('a second attempt takes only the units that the failed first attempt did not take', async () => {
    const { products } = open()
    const barfi = aProduct({ products_id: 'barfi', stock: 256 })
    await products.fillIfEmpty([barfi])
    const reservations = createStockReservations({ ...shop, products, now })
    const reservation = newReservation({ purchaseId: 'p1' })
    await reservations.reserve(reservation, [lineOf(barfi, 32)])
    await reservations.reserve(reservation, [lineOf(barfi, 40)])
    expect(reservation.takenParts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(40)
    expect((await products.find('barfi'))?.stock).toBe(216)
  })

  it('the stock of an order whose process died before storing the order is returned once', async () => {
    const dying = open(await clientDyingBeforeTransaction())
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 2 })])
    const dead = dying.store.begin(order('asha', [{ productId: 'barfi', quantity: 2 }]))
    await expect(dead).rejects.toThrow('The process has died')
    await store.reconcileStock()
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })

    passReservationTime()
    await Promise.all([store.reconcileStock(), open().store.reconcileStock()])
    await store.reconcileStock()
    expect(await open().products.find('barfi')).toMatchObject({ stock: 2 })
    expect((await store.begin(order('ravi', [{ productId: 'barfi', quantity: 2 }]))).replayed).toBe(false)
  })

  it('the stock of an order whose process died after storing the order stays taken', async () => {
    const dying = open(await clientDyingAfterTransaction())
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 2 })])
    const dead = dying.store.begin(order('asha', [{ productId: 'barfi', quantity: 2 }]))
    await expect(dead).rejects.toThrow('The process has died')
    await dying.store.close()

    passReservationTime()
    await store.reconcileStock()
    expect(await open().products.find('barfi')).toMatchObject({ stock: 0 })
    expect(await store.list('asha', { limit: 10, before: undefined })).toHaveLength(1)
  })

  it('an order whose stock the reconciler has returned is not stored', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 1 })])
    const slow = open(
      await clientWithRace(async () => {
        passReservationTime()
        await store.reconcileStock()
      }),
    )
    const late = slow.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }]))
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await store.list('asha', { limit: 10, before: undefined })).toEqual([])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 1 })
  })
})

function isWrite(commandName: string) {
  return /^(?:Put|Update|BatchWrite|TransactWrite)/.test(commandName)
}

/** A client whose requests all fail from the moment that `isDead` says so, as if its process had died. */
async function clientDying(isDead: (commandName: string, wasSent: boolean) => boolean): Promise<Dynamo> {
  const dying = await connectDynamoDbLocal()
  let dead = false
  dying.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        dead ||= isDead(commandName, false)
        if (dead) throw new Error('The process has died')
        const result = await next(args)
        dead ||= isDead(commandName, true)
        return result
      },
    { step: 'initialize' },
  )
  return dying
}

function clientDyingBeforeTransaction() {
  return clientDying((commandName) => commandName.startsWith('TransactWrite'))
}

function clientDyingAfterTransaction() {
  return clientDying((commandName, wasSent) => wasSent && commandName.startsWith('TransactWrite'))
}

/** A client that runs `work` after its first transaction, before the response is seen. */
async function clientAfterTransaction(work: () => Promise<unknown>): Promise<Dynamo> {
  const slow = await connectDynamoDbLocal()
  let finished: Promise<unknown> | undefined
  slow.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (commandName?.startsWith('TransactWrite')) await (finished ??= work())
        return result
      },
    { step: 'initialize' },
  )
  return slow
}
