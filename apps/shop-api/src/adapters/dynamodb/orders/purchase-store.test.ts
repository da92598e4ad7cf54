import { asPaise } from '@nashta/contracts/money'
import {
  clientLosingResponse,
  clientWithRace,
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem } from '@nashta/dynamodb/read-items'
import { putItem, updateItem } from '@nashta/dynamodb/write-item'
import { expect, it } from 'vitest'
import { lineOf } from '../../../cart/cart.ts'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { settle } from '../../../orders/order/order.fixture.ts'
import { purchaseStoreSuite } from '../../../orders/order/purchase-store.suite.ts'
import type { PurchaseRequest } from '../../../orders/order/purchase-store.ts'
import { ORDER_PREFIX, orderKey } from './order-items.ts'
import { AUTHORSHIP, setUpPurchaseStores } from './purchase-stores.fixture.ts'

const ONE_BARFI = [{ productId: 'barfi', quantity: 1 }]
const UNIT_PRICE_PAISE = aProduct().pricePaise

describeOnDynamoDbLocal('DynamoDB purchase store', () => {
  const { moveClock, open } = setUpPurchaseStores()

  purchaseStoreSuite(() => {
    const { outbox, ...stores } = open()
    return {
      ...stores,
      moveClock,
      /** A getter, because the outbox grows during a test. */
      get outbox() {
        return [...outbox]
      },
    }
  })
})

describeOnDynamoDbLocal('DynamoDB purchase stores of several processes', () => {
  const { moveClock, now, open, order, scanPurchases, shop } = setUpPurchaseStores()

  const keylessOrder = (): PurchaseRequest => {
    const { attempt, ...request } = order('asha', ONE_BARFI, { needsCharge: true })
    return { ...request, attempt: { ...attempt, key: undefined } }
  }

  it.each([
    ['with an idempotency key', { hasKey: true, needsCharge: false }],
    ['without an idempotency key', { hasKey: false, needsCharge: false }],
    ['without an idempotency key and not charged yet', { hasKey: false, needsCharge: true }],
  ])('concurrent requests of one attempt store one order: %s', async (_how, { hasKey, needsCharge }) => {
    const processes = [open(), open(), open()]
    const barfi = aProduct({ products_id: 'barfi', stock: 9 })
    await processes[0]?.products.fillIfEmpty([barfi])
    /** Sends four requests to each process at once. Returns the number of orders they led to. */
    const countOrdersOfAttempt = async (key: string) => {
      await processes[0]?.carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
      const attempt = { userId: 'asha', fingerprint: 'same', key: hasKey ? key : undefined }
      const begun = await Promise.all(
        processes.flatMap(({ store }) =>
          Array.from({ length: 4 }, () =>
            store.begin({ ...order('asha', ONE_BARFI, { needsCharge }), attempt }),
          ),
        ),
      )
      return new Set(begun.map((each) => each.order.purchaseId)).size
    }

    expect(await countOrdersOfAttempt('first')).toBe(1)
    expect(await countOrdersOfAttempt('second')).toBe(1)
    const { store, products } = open()
    // The history has the placed orders, and `listOpen` those that are not charged yet.
    const orders = [
      ...(await store.list('asha', { limit: 10, before: undefined })),
      ...(await store.listOpen(now())),
    ]
    expect(orders).toHaveLength(2)
    expect(await products.find('barfi')).toMatchObject({ stock: 7 })
    // Requests that stored no order have left no search terms.
    const termItems = (await scanPurchases()).filter(({ pk }) => String(pk).startsWith('order-term#word:'))
    expect(new Set(termItems.map(({ sk }) => String(sk).split('#')[1]))).toEqual(
      new Set(orders.map(({ purchaseId }) => purchaseId)),
    )
  })

  it('many orders of a shopper are read in pages', async () => {
    const [buyer] = [open()]
    await buyer.products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    await buyer.store.begin(order('asha', ONE_BARFI))
    const stored = (await scanPurchases()).find(({ sk }) => String(sk).startsWith(ORDER_PREFIX))
    const { client, tables } = shop()
    for (let index = 1; index < 101; index += 1) {
      const purchaseId = order('asha', ONE_BARFI).attempt.key as string
      const Item = { ...stored, ...orderKey('asha', purchaseId), purchaseId }
      await putItem(client, tables.purchases, Item)
    }
    const pages: number[] = []
    const counting = await connectDynamoDbLocal()
    counting.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        pages.push((result.output as { Count?: number }).Count ?? 0)
        return result
      },
      { step: 'initialize' },
    )
    expect(await open(counting).store.listAll('asha')).toHaveLength(101)
    expect(pages).toEqual([50, 50, 1])
  })

  it('no update is lost when a cart is changed during its purchase', async () => {
    const [buyer, other] = [open(), open()]
    const barfi = aProduct({ products_id: 'barfi' })
    await buyer.products.fillIfEmpty([barfi])
    const addBarfi = () =>
      other.carts.update('asha', { apply: ([line]) => [lineOf(barfi, (line?.quantity ?? 0) + 1)] })
    await addBarfi()
    await Promise.all([buyer.store.begin(order('asha', ONE_BARFI)), ...Array.from({ length: 5 }, addBarfi)])
    // Six units were added and one was ordered: seven changes of the cart.
    expect(await other.carts.find('asha')).toMatchObject({ lines: [{ quantity: 5 }], version: 7 })
  })

  it.each([
    ['one product', 1, {}],
    ['one product with limited stock', 1, { stock: 9 }],
    ['many products', 60, {}],
  ])('the price of an order is at most a second old: %s', async (_what, count, fields) => {
    const ordered = Array.from({ length: count }, (_, index) =>
      aProduct({ products_id: `p${index}`, ...fields }),
    )
    const [buyer, other] = [open(), open()]
    await other.products.fillIfEmpty(ordered)
    // Loads the catalogue in the buyer's process, before the price changes.
    await buyer.products.isEmpty()
    await other.products.update('p0', { pricePaise: asPaise(30_000) }, AUTHORSHIP)
    const items = ordered.map(({ products_id }) => ({ productId: products_id, quantity: 1 }))
    const begin = (shownTotal?: number) => buyer.store.begin(order('asha', items, { shownTotal }))
    expect((await begin()).order.totalPaise).toBe(count * UNIT_PRICE_PAISE)

    moveClock(1000)
    expect((await begin()).order.totalPaise).toBe(30_000 + (count - 1) * UNIT_PRICE_PAISE)
    await expect(begin(count * UNIT_PRICE_PAISE)).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  })

  it('a keyless attempt is recognised by its cart until the shopper changes the cart', async () => {
    const [buyer, other] = [open(), open()]
    const barfi = aProduct({ products_id: 'barfi' })
    await buyer.products.fillIfEmpty([barfi])
    const fillCart = () => buyer.carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
    await fillCart()
    const { purchaseId, totalPaise } = (await buyer.store.begin(keylessOrder())).order
    await settle(buyer.store, purchaseId, {
      kind: 'approved',
      transactionId: 't',
      amountPaise: totalPaise,
    })

    expect(await other.store.begin(keylessOrder())).toMatchObject({
      replayed: true,
      order: { purchaseId },
    })
    await fillCart()
    expect(await other.store.begin(keylessOrder())).toMatchObject({ replayed: false })
  })

  it('an order is stored once although the response was lost', async () => {
    const buyer = open(await clientLosingResponse())
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    const begun = await buyer.store.begin(keylessOrder())

    expect(begun.replayed).toBe(false)
    expect(await buyer.store.listOpen(now())).toEqual([begun.order])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 8 })
  })

  it('an attribute of an order that newer code has stored survives a change by this code', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    const { purchaseId, totalPaise } = (await store.begin(order('asha', ONE_BARFI, { needsCharge: true })))
      .order
    const { client, tables } = shop()
    const [TableName, Key] = [tables.purchases, orderKey('asha', purchaseId)]
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
    const request = order('asha', ONE_BARFI, { needsCharge: true })
    const { purchaseId, totalPaise } = (await other.store.begin(request)).order
    await settle(other.store, purchaseId, { kind: 'unknown' })
    const declined = { kind: 'declined', message: 'No funds' } as const
    const late = open(await clientWithRace(() => settle(other.store, purchaseId, declined)))

    const approved = { kind: 'approved', transactionId: 't', amountPaise: totalPaise } as const
    expect(await settle(late.store, purchaseId, approved)).toMatchObject({ orderStatus: 'CANCELLED' })
    expect(await late.products.soldOn('2026-01-01')).toEqual([])
    expect(await late.products.find('barfi')).toMatchObject({ stock: 2 })
  })

  it('an erasure counts all orders although one of them changes midway', async () => {
    const other = open()
    await other.products.fillIfEmpty([aProduct({ products_id: 'barfi' })])
    for (let orders = 0; orders < 3; orders++)
      await other.store.begin(order('asha', ONE_BARFI, { needsCharge: true }))
    const lastErased = (await other.store.listAll('asha')).at(-1)?.purchaseId ?? ''
    const changeLast = () => settle(other.store, lastErased, { kind: 'unknown' })
    const eraser = open(await clientWithRace(changeLast))

    const count = await eraser.store.eraseAll('asha', (stored) => ({
      ...stored,
      userId: `erased:${stored.purchaseId}`,
    }))
    expect(count).toBe(3)
    expect(await other.store.listAll('asha')).toEqual([])
  })
})
