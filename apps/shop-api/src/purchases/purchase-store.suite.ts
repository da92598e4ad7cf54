import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, expect, it } from 'vitest'
import type { CartStore } from '../cart/cart-store.ts'
import { lineOf } from '../cart/cart.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { Attempt, OrderRecord, PurchaseStore } from './purchase-store.ts'

export type PurchaseStoreSetup = {
  store: PurchaseStore
  carts: CartStore
  products: ProductStore
  /** What the store announced, as `event purchaseId`, in order. */
  announced: string[]
}

const barfi = aProduct({ products_id: 'barfi', name: 'Kaju Barfi', pricePaise: asPaise(40_000), stock: 3 })

function anOrder(fields: Partial<OrderRecord> = {}): OrderRecord {
  return {
    purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA1',
    userId: 'asha',
    email: 'asha@example.in',
    state: 'charging',
    orderStatus: 'PROCESSING',
    deliveryStatus: 'PROCESSING',
    transactionId: '',
    refusal: '',
    lines: [{ ...lineOf(barfi, 2), quantity: 2 }],
    totalItems: 2,
    shippingFeePaise: asPaise(0),
    totalPaise: asPaise(80_000),
    payment: { method: 'card', instrument: 'Visa •••• 4242' },
    shippingAddress: homeAddress,
    purchaseDate: '2026-01-01T12:00:00.000Z',
    estimatedDelivery: '2026-01-06T12:00:00.000Z',
    ...fields,
  }
}

function attempt(order: OrderRecord, fields: Partial<Attempt> = {}): Attempt {
  return {
    userId: order.userId,
    key: `key:${order.purchaseId}`,
    fingerprint: 'two barfis',
    productIds: ['barfi'],
    draft: () => order,
    ...fields,
  }
}

/** The behaviour every PurchaseStore adapter must show. */
export function purchaseStoreSuite(create: () => PurchaseStoreSetup | Promise<PurchaseStoreSetup>) {
  let setup: PurchaseStoreSetup
  beforeEach(async () => {
    setup = await create()
    await setup.products.fillIfEmpty([barfi])
    await setup.carts.change('asha', { apply: () => [lineOf(barfi, 3)] })
  })

  const begin = (fields: Partial<OrderRecord> = {}, options: Partial<Attempt> = {}) => {
    const order = anOrder(fields)
    return setup.store.begin(attempt(order, options))
  }
  const inCart = async () => (await setup.carts.find('asha')).lines[0]?.quantity ?? 0
  const inStock = async () => (await setup.products.find('barfi'))?.stock
  const id = anOrder().purchaseId
  const approved = { kind: 'approved', transactionId: 'txn_1' } as const

  it('keeps what was drafted from the catalogue of that moment, and takes its stock', async () => {
    let seen: unknown
    const begun = await begin(
      {},
      {
        draft: (products) => {
          seen = products.get('barfi')
          return anOrder()
        },
      },
    )
    expect(begun).toEqual({ kind: 'new', order: anOrder() })
    const { products_id, name, imageUrl, category, pricePaise } = barfi
    expect(seen).toEqual({ products_id, name, imageUrl, category, pricePaise })
    expect(await setup.store.find(id)).toEqual(anOrder())
    expect([await inStock(), await inCart()]).toEqual([1, 3])
    expect(setup.announced).toEqual([])
  })

  it('writes nothing when the draft is refused or the stock does not suffice', async () => {
    const refused = begin(
      {},
      {
        draft: () => {
          throw new Error('prices have changed')
        },
      },
    )
    await expect(refused).rejects.toThrow('prices have changed')
    const tooMany = anOrder({ lines: [{ ...lineOf(barfi, 4), quantity: 4 }] })
    await expect(setup.store.begin(attempt(tooMany))).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    expect(await setup.store.find(id)).toBeNull()
    expect(await inStock()).toBe(3)
    expect((await begin()).kind).toBe('new')
  })

  it('knows an attempt by its key, and refuses the key for another', async () => {
    await begin()
    expect(await begin({ purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA2' }, { key: `key:${id}` })).toMatchObject({
      kind: 'known',
      order: { purchaseId: id },
    })
    const other = begin(
      { purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA2' },
      { key: `key:${id}`, fingerprint: 'one barfi' },
    )
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await inStock()).toBe(1)
  })

  it('approved: an order, out of the cart, sold and announced, once however often it is settled', async () => {
    await begin()
    const settled = await Promise.all([setup.store.settle(id, approved), setup.store.settle(id, approved)])
    await setup.store.settle(id, { kind: 'declined', message: 'too late' })
    await setup.store.settle(id, { kind: 'void' })

    for (const order of settled) {
      expect(order).toMatchObject({ state: 'placed', orderStatus: 'CONFIRMED', transactionId: 'txn_1' })
    }
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup.announced).toEqual([`confirmed ${id}`])
    const sold = await setup.products.soldOn('2026-01-01')
    expect(sold).toEqual([{ products_id: 'barfi', units: 2 }])
  })

  it('charged on the spot: the same, in the step that keeps the order, and nothing of it when that breaks', async () => {
    const broken = begin(
      {},
      {
        charge: () => {
          throw new Error('the books are closed')
        },
      },
    )
    await expect(broken).rejects.toThrow('the books are closed')
    expect(await setup.store.find(id)).toBeNull()

    const declined = await begin({}, { charge: () => ({ kind: 'declined', message: 'No funds' }) })
    expect(declined.order).toMatchObject({ state: 'declined', refusal: 'No funds' })
    expect([await inStock(), await inCart()]).toEqual([3, 3])

    const second = '01JGAAAAAAAAAAAAAAAAAAAAA2'
    const { order } = await begin({ purchaseId: second }, { charge: () => approved })
    expect(order).toMatchObject({ state: 'placed', orderStatus: 'CONFIRMED', transactionId: 'txn_1' })
    expect(await setup.store.find(second)).toEqual(order)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup.announced).toEqual([`confirmed ${second}`])
  })

  it('declined: no order, everything as before', async () => {
    await begin()
    expect(await setup.store.settle(id, { kind: 'declined', message: 'No funds' })).toMatchObject({
      state: 'declined',
      refusal: 'No funds',
    })
    expect([await inStock(), await inCart()]).toEqual([3, 3])
    expect(await setup.store.list('asha', { limit: 10, before: undefined })).toEqual([])
    expect(setup.announced).toEqual([])
  })

  it('pending: accepted and out of the cart; confirmed later without taking it out again', async () => {
    await begin()
    await setup.store.settle(id, { kind: 'pending' })
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(await setup.store.list('asha', { limit: 10, before: undefined })).toMatchObject([
      { state: 'pending' },
    ])

    await setup.store.settle(id, approved)
    expect(await inCart()).toBe(1)
    expect(setup.announced).toEqual([`confirmed ${id}`])
  })

  it('pending, then declined: the order stays in sight, cancelled, and its stock comes back', async () => {
    await begin()
    await setup.store.settle(id, { kind: 'pending' })
    await setup.store.settle(id, { kind: 'declined', message: 'No funds' })
    expect(await setup.store.list('asha', { limit: 10, before: undefined })).toMatchObject([
      { orderStatus: 'CANCELLED' },
    ])
    expect(await inStock()).toBe(3)
  })

  it('void: as if it had never been tried, with the same key free again', async () => {
    await begin()
    expect(await setup.store.settle(id, { kind: 'void' })).toBeNull()
    expect(await setup.store.find(id)).toBeNull()
    expect(await inStock()).toBe(3)
    expect((await begin()).kind).toBe('new')
  })

  it('void after it was accepted: in sight, cancelled', async () => {
    await begin()
    await setup.store.settle(id, { kind: 'pending' })
    expect(await setup.store.settle(id, { kind: 'void' })).toMatchObject({
      state: 'placed',
      orderStatus: 'CANCELLED',
    })
    expect(await inStock()).toBe(3)
  })

  it('settles at once what has nothing to be charged', async () => {
    const { order } = await begin({ state: 'placed', orderStatus: 'CONFIRMED', transactionId: 'cod_1' })
    expect(order).toMatchObject({ state: 'placed' })
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup.announced).toEqual([`confirmed ${id}`])
  })

  it('finds what is still open, and only that', async () => {
    await begin()
    await begin({ purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA2', lines: [{ ...lineOf(barfi, 1), quantity: 1 }] })
    await setup.store.settle(id, approved)
    const open = await setup.store.unsettled(new Date('2026-01-01T12:00:00Z'))
    expect(open.map((order) => order.purchaseId)).toEqual(['01JGAAAAAAAAAAAAAAAAAAAAA2'])
    expect(await setup.store.unsettled(new Date('2026-01-01T11:00:00Z'))).toEqual([])
  })

  it('changes an order in one step, announces what it became, gives back what is cancelled', async () => {
    await begin()
    await setup.store.settle(id, approved)
    await setup.store.change(id, (order) => ({ ...order, orderStatus: 'SHIPPED' }))
    await setup.store.change(id, (order) => ({ ...order, deliveryStatus: 'SHIPPED' }))
    await setup.store.change(id, (order) => ({ ...order, orderStatus: 'CANCELLED' }))
    await setup.store.change(id, (order) => ({ ...order, orderStatus: 'CANCELLED' }))
    expect(setup.announced).toEqual([`confirmed ${id}`, `shipped ${id}`])
    expect(await inStock()).toBe(3)
    expect(await setup.store.change('01JGAAAAAAAAAAAAAAAAAAAAA9', (order) => order)).toBeNull()
  })
}
