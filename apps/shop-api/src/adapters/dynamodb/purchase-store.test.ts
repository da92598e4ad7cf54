import { randomUUID } from 'node:crypto'
import { asPaise } from '@nashta/contracts/money'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import {
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  clientLosingResponse,
  clientWithRace,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { lineOf } from '../../cart/cart.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { aCashOrder, anOrder, settle } from '../../purchases/order.fixture.ts'
import { purchaseStoreSuite } from '../../purchases/purchase-store.suite.ts'
import type { PurchaseRequest } from '../../purchases/purchase-store.ts'
import { newPurchaseId, priceLines, totalOf } from '../../purchases/purchase.ts'
import { confirmCashOrder } from '../../purchases/settle-order.ts'
import { createDynamoCartStore } from './cart-store.ts'
import { createMutex } from './mutex.ts'
import { createDynamoProductStore } from './product-store.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

const now = () => new Date('2026-01-01T12:00:00Z')
const AUTHORSHIP = { by: { sub: 'boss', username: 'boss' }, at: now().toISOString() }

let client: Dynamo
let shop: ShopTables

/** Opens the stores as another process would. */
function open(connected = client) {
  const own = { ...shop, client: connected }
  const outbox = new Set<string>()
  const mutex = createMutex()
  const carts = createDynamoCartStore({ ...own, mutex, now })
  const products = createDynamoProductStore({ ...own, now, newId: randomUUID })
  // Stands for the item of a mail or an event. Its condition fails when it is queued twice.
  const queued = (kind: string, purchaseId: string) => {
    outbox.add(`${kind} ${purchaseId}`)
    const Item = { pk: `queued#${kind} ${purchaseId}`, sk: 'x' }
    const TableName = shop.tables.purchases
    const Put = { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }
    return [{ name: 'queued', write: { Put } }]
  }
  const store = createDynamoPurchaseStore({
    ...own,
    products,
    mutex,
    now,
    mailWrites: ({ purchaseId }, kind) => queued(kind, purchaseId),
    purchaseEventWrites: ({ purchaseId }) => queued('purchase', purchaseId),
  })
  return { store, carts, products, outbox }
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
      const totalPaise = totalOf(lines)
      if (shownTotal !== undefined && totalPaise !== shownTotal)
        throw new ServiceError('PRICE_CHANGED', 'changed')
      const make = needsCharge ? anOrder : aCashOrder
      const drafted = make({ purchaseId, userId: sub, lines, totalPaise })
      return needsCharge ? { order: drafted, effects: [] } : confirmCashOrder(drafted, now())
    },
  }
}

const withoutKey = (): PurchaseRequest => {
  const { attempt, ...request } = order('asha', [{ productId: 'barfi', quantity: 1 }], { needsCharge: true })
  return { ...request, attempt: { ...attempt, key: undefined } }
}

async function connect() {
  client = await connectDynamoDbLocal()
}
async function makeTables() {
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

  it('sell the last pieces once each', async () => {
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
    ['with a key', true, false],
    ['without one', false, false],
    ['without one, still to be charged', false, true],
  ])('store one order when the same attempt arrives at once, %s', async (_how, hasKey, needsCharge) => {
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
  })

  it('lose no update of a cart that is changed while it is bought', async () => {
    const [buyer, other] = [open(), open()]
    const barfi = aProduct({ products_id: 'barfi' })
    await buyer.products.fillIfEmpty([barfi])
    const { name, imageUrl, category, pricePaise } = barfi
    const click = () =>
      other.carts.update('asha', {
        apply: ([line]) => [
          { productId: 'barfi', name, imageUrl, category, pricePaise, quantity: (line?.quantity ?? 0) + 1 },
        ],
      })
    await click()
    await Promise.all([
      buyer.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }])),
      ...Array.from({ length: 5 }, click),
    ])
    expect(await other.carts.find('asha')).toMatchObject({ lines: [{ quantity: 5 }], version: 7 })
  })

  it.each([
    ['one product', 1, {}],
    ['one product with limited stock', 1, { stock: 9 }],
    ['many products', 60, {}],
  ])('sell %s at the price at which the order is stored', async (_what, count, fields) => {
    const many = Array.from({ length: 60 }, (_, index) => aProduct({ products_id: `p${index}`, ...fields }))
    const other = open()
    await other.products.fillIfEmpty(many)
    const buyer = open(
      await clientWithRace(() => other.products.update('p0', { pricePaise: asPaise(30_000) }, AUTHORSHIP)),
    )
    const items = many.slice(0, count).map(({ products_id }) => ({ productId: products_id, quantity: 1 }))
    const { order: placed } = await buyer.store.begin(order('asha', items))

    expect(placed.totalPaise).toBe(30_000 + (count - 1) * 27_950)
    const refused = buyer.store.begin(order('asha', items, { shownTotal: placed.totalPaise - 1 }))
    await expect(refused).rejects.toMatchObject({ code: 'PRICE_CHANGED' })
  })

  it('sell no product that is removed from the catalogue meanwhile', async () => {
    const other = open()
    await other.products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 1 })])
    const buyer = open(await clientWithRace(() => other.products.remove('barfi', AUTHORSHIP)))

    const late = buyer.store.begin(order('asha', [{ productId: 'barfi', quantity: 1 }]))
    await expect(late).rejects.toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  })

  it('recognise an attempt without a key by its cart, until the cart is changed', async () => {
    const [buyer, other] = [open(), open()]
    const barfi = aProduct({ products_id: 'barfi' })
    await buyer.products.fillIfEmpty([barfi])
    const put = () => buyer.carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
    await put()
    const { purchaseId } = (await buyer.store.begin(withoutKey())).order
    await settle(buyer.store, purchaseId, {
      kind: 'approved',
      transactionId: 't',
      amountPaise: anOrder().totalPaise,
    })

    expect(await other.store.begin(withoutKey())).toMatchObject({ replayed: true, order: { purchaseId } })
    await put()
    expect(await other.store.begin(withoutKey())).toMatchObject({ replayed: false })
  })

  it('store an order once although the response was lost', async () => {
    const buyer = open(await clientLosingResponse())
    await open().products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    const begun = await buyer.store.begin(withoutKey())

    expect(begun.replayed).toBe(false)
    expect(await buyer.store.listOpen(now())).toEqual([begun.order])
    expect(await open().products.find('barfi')).toMatchObject({ stock: 8 })
  })

  it('settle an order one way, when one process gets an approval and another a decline', async () => {
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

  it('store an order of a hundred products, as long as it fits into one transaction', async () => {
    const { store, products } = open()
    const many = Array.from({ length: 120 }, (_, index) =>
      aProduct({ products_id: `p${index}`, ...(index < 95 && { stock: 1 }) }),
    )
    await products.fillIfEmpty(many)
    const items = many.map(({ products_id }) => ({ productId: products_id, quantity: 1 }))
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
})
