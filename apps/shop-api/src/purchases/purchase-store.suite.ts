import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { beforeEach, expect, it } from 'vitest'
import type { CartStore } from '../cart/cart-store.ts'
import { lineOf } from '../cart/cart.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { Authorship } from '../operator-log/logged-change.ts'
import { aCashOrder, anOrder, barfi, SETTLED_AT, settle } from './order.fixture.ts'
import type {
  NewOrder,
  OrderRecord,
  PurchaseAttempt,
  PurchaseRequest,
  PurchaseStore,
} from './purchase-store.ts'
import { confirmCashOrder } from './settlement/confirm-order.ts'
import type { OrderEvent } from './settlement/settle-order.ts'

export type PurchaseStoreSetup = {
  store: PurchaseStore
  carts: CartStore
  products: ProductStore
  /** The mails that the store queued and the purchases it published, as `kind purchaseId`, in order. */
  outbox: string[]
}

const id = anOrder().purchaseId
const otherId = '01JGAAAAAAAAAAAAAAAAAAAAA2'
const approved = { kind: 'approved', transactionId: 'txn_1', amountPaise: anOrder().totalPaise } as const
/** An order with this outcome is accepted, and pending until the next one. */
const unknown = { kind: 'unknown' } as const
const declined = { kind: 'declined', message: 'No funds' } as const
const expired = { kind: 'expired' } as const
const cancelled = { kind: 'statusChanged', orderStatus: 'CANCELLED' } as const
const BY_ADMIN: Authorship = {
  by: { sub: 'boss', username: 'boss', email: null },
  at: '2026-01-01T12:00:00.000Z',
}

const erase = (order: OrderRecord) => ({ ...order, userId: `erased:${order.purchaseId}`, email: null })

/** An order of two barfis after the store has taken its stock. */
const stored = (fields: Partial<OrderRecord> = {}) =>
  anOrder({ taken: [{ productId: 'barfi', quantity: 2 }], ...fields })

/** The behaviour every PurchaseStore adapter must show. */
export function purchaseStoreSuite(create: () => PurchaseStoreSetup | Promise<PurchaseStoreSetup>) {
  let setup: PurchaseStoreSetup
  // Three barfis are in stock, and three are in Asha's cart.
  beforeEach(async () => {
    setup = await create()
    await setup.products.fillIfEmpty([{ ...barfi, stock: 3 }])
    await setup.carts.update('asha', { apply: () => [lineOf(barfi, 3)] })
  })

  const beginDraft = (draft: PurchaseRequest['draft'], attempt: Partial<PurchaseAttempt> = {}) =>
    setup.store.begin({
      attempt: { userId: 'asha', key: `key:${id}`, fingerprint: 'two barfis', ...attempt },
      productIds: ['barfi'],
      draft,
    })
  /** Begins an order, of two barfis unless `fields` say otherwise. */
  const begin = (fields: Partial<OrderRecord> = {}, attempt: Partial<PurchaseAttempt> = {}) => {
    const order = anOrder(fields)
    const newOrder: NewOrder = { order, effects: [] }
    return beginDraft(() => newOrder, { key: `key:${order.purchaseId}`, ...attempt })
  }
  /** Settles the order with the id `id`. */
  const settleFirst = (event: OrderEvent) => settle(setup.store, id, event)
  const inCart = async () => (await setup.carts.find('asha')).lines[0]?.quantity ?? 0
  const inStock = async () => (await setup.products.find('barfi'))?.stock
  const listed = () => setup.store.list('asha', { limit: 10, before: undefined })

  it('an order is drafted from the current catalogue and stored, and its stock is taken', async () => {
    let seen: unknown
    const begun = await beginDraft((products) => {
      seen = products.get('barfi')
      return { order: anOrder(), effects: [] }
    })
    expect(begun).toEqual({ order: stored(), replayed: false })
    const { products_id, name, imageUrl, category, pricePaise } = barfi
    expect(seen).toMatchObject({ products_id, name, imageUrl, category, pricePaise })
    expect(await setup.store.find(id)).toEqual(stored())
    expect([await inStock(), await inCart()]).toEqual([1, 3])
    expect(setup.outbox).toEqual([])
  })

  it('nothing is written when the draft is refused or the stock does not suffice', async () => {
    const refused = beginDraft(() => {
      throw new Error('prices have changed')
    })
    await expect(refused).rejects.toThrow('prices have changed')
    await expect(begin({ lines: [lineOf(barfi, 4)] })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    expect(await setup.store.find(id)).toBeNull()
    expect(await inStock()).toBe(3)
    expect((await begin()).replayed).toBe(false)
  })

  it('an attempt is recognised by its key, and the key is refused for another order', async () => {
    await begin()
    expect(await begin({ purchaseId: otherId }, { key: `key:${id}` })).toMatchObject({
      replayed: true,
      order: { purchaseId: id },
    })
    const other = begin({ purchaseId: otherId }, { key: `key:${id}`, fingerprint: 'one barfi' })
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await inStock()).toBe(1)
  })

  it('an attempt without a key is recognised by its cart, until the shopper changes the cart', async () => {
    const keyless = { key: undefined }
    await begin({}, keyless)
    expect(await begin({ purchaseId: otherId }, keyless)).toMatchObject({ replayed: true })
    await settleFirst(approved)
    expect(await begin({ purchaseId: otherId }, keyless)).toMatchObject({
      replayed: true,
      order: { purchaseId: id, state: 'placed' },
    })
    await setup.carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
    const next = await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] }, keyless)
    expect(next.replayed).toBe(false)
  })

  it('a declined attempt without a key may be made again, and one with a key is replayed', async () => {
    await begin({}, { key: undefined })
    await settleFirst(declined)
    expect((await begin({ purchaseId: otherId }, { key: undefined })).replayed).toBe(false)
    await settle(setup.store, otherId, declined)

    const third = '01JGAAAAAAAAAAAAAAAAAAAAA3'
    await begin({ purchaseId: third })
    await settle(setup.store, third, declined)
    expect(await begin({ purchaseId: third })).toMatchObject({ replayed: true, order: { state: 'declined' } })
  })

  it('an approved order is removed from the cart, sold, mailed and published once, however often it is settled', async () => {
    await begin()
    const results = await Promise.all([settleFirst(approved), settleFirst(approved)])
    await settleFirst({ kind: 'declined', message: 'too late' })
    await settleFirst(expired)

    for (const order of results) {
      expect(order).toMatchObject({ state: 'placed', orderStatus: 'CONFIRMED', transactionId: 'txn_1' })
    }
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
    const sold = await setup.products.soldOn('2026-01-01')
    expect(sold).toEqual([{ products_id: 'barfi', units: 2 }])
  })

  it('a declined order is not in the history, and stock and cart are as before', async () => {
    await begin()
    expect(await settleFirst(declined)).toMatchObject({ state: 'declined', refusal: 'No funds' })
    expect([await inStock(), await inCart()]).toEqual([3, 3])
    expect(await listed()).toEqual([])
    expect(setup.outbox).toEqual([])
  })

  it('an order with an unknown outcome is pending, and its lines leave the cart once, not again when it is paid', async () => {
    await begin()
    await settleFirst(unknown)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(await listed()).toMatchObject([{ state: 'pending' }])

    await settleFirst(approved)
    expect(await inCart()).toBe(1)
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
  })

  it('a pending order that is declined stays in the history, cancelled, and its stock is returned', async () => {
    await begin()
    await settleFirst(unknown)
    await settleFirst(declined)
    expect(await listed()).toMatchObject([{ orderStatus: 'CANCELLED' }])
    expect(await inStock()).toBe(3)
  })

  it('an order that expires before it is accepted is removed, and its key is free again', async () => {
    await begin()
    expect(await settleFirst(expired)).toBeNull()
    expect(await setup.store.find(id)).toBeNull()
    expect(await inStock()).toBe(3)
    expect((await begin()).replayed).toBe(false)
  })

  it('a pending order that expires is cancelled, and its stock is returned', async () => {
    await begin()
    await settleFirst(unknown)
    expect(await settleFirst(expired)).toMatchObject({ state: 'placed', orderStatus: 'CANCELLED' })
    expect(await inStock()).toBe(3)
  })

  it('an order with nothing to charge is settled when it is stored', async () => {
    const { order } = await beginDraft(() => confirmCashOrder(aCashOrder(), SETTLED_AT))
    expect(order).toMatchObject({ state: 'placed', transactionId: `cod_${id}` })
    expect(await setup.store.find(id)).toEqual(order)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
  })

  it('only open orders up to the given time are listed as open', async () => {
    await begin()
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await settleFirst(approved)
    const open = await setup.store.listOpen(new Date('2026-01-01T12:00:00Z'))
    expect(open.map((order) => order.purchaseId)).toEqual([otherId])
    expect(await setup.store.listOpen(new Date('2026-01-01T11:00:00Z'))).toEqual([])
  })

  it('a status change is stored with its mail, and a cancelled order returns its stock once', async () => {
    const change = (fields: object) => settleFirst({ ...fields, kind: 'statusChanged' })
    await begin()
    await settleFirst(approved)
    await change({ orderStatus: 'SHIPPED' })
    await change({ deliveryStatus: 'SHIPPED' })
    await change({ orderStatus: 'CANCELLED' })
    await expect(change({ orderStatus: 'CANCELLED' })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`, `shipped ${id}`, `cancelled ${id}`])
    expect(await inStock()).toBe(3)
    expect(await setup.store.find(id)).toMatchObject({ orderStatus: 'CANCELLED', deliveryStatus: 'SHIPPED' })
    expect(await settle(setup.store, '01JGAAAAAAAAAAAAAAAAAAAAA9', approved)).toBeNull()
  })

  it('a cancelled order that took no stock returns none', async () => {
    await setup.products.update('barfi', { stock: null }, BY_ADMIN)
    expect((await begin()).order.taken).toEqual([])
    await settleFirst(approved)
    await setup.products.update('barfi', { stock: 5 }, BY_ADMIN)
    await settleFirst(cancelled)
    expect(await inStock()).toBe(5)
  })

  it('a cancelled order returns nothing to a product that is unlimited by now, or removed', async () => {
    await begin()
    await settleFirst(approved)
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await setup.products.update('barfi', { stock: null }, BY_ADMIN)
    await settleFirst(cancelled)
    expect(await inStock()).toBeUndefined()
    await setup.products.remove('barfi', BY_ADMIN)
    expect(await settle(setup.store, otherId, expired)).toBeNull()
    expect(await setup.products.find('barfi')).toBeNull()
  })

  it("erased orders have another owner and no attempt, and other shoppers' orders stay", async () => {
    const ravisId = '01JGAAAAAAAAAAAAAAAAAAAAA7'
    await begin({}, { key: undefined })
    await settleFirst(declined)
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await begin({ purchaseId: ravisId, userId: 'ravi', lines: [lineOf(barfi, 1)] }, { userId: 'ravi' })
    expect((await setup.store.listAll('asha')).map(({ purchaseId }) => purchaseId)).toEqual([otherId, id])

    const refused = setup.store.eraseAll('asha', (order) => {
      if (order.purchaseId === id) throw new Error('on its way')
      return erase(order)
    })
    await expect(refused).rejects.toThrow('on its way')
    expect(await setup.store.listAll('asha')).toHaveLength(2)

    expect(await setup.store.eraseAll('asha', erase)).toBe(2)
    expect(await setup.store.listAll('asha')).toEqual([])
    expect(await setup.store.find(otherId)).toMatchObject({ userId: `erased:${otherId}`, email: null })
    expect(await setup.store.eraseAll('asha', erase)).toBe(0)
    expect(await setup.store.listAll('ravi')).toHaveLength(1)
    // The order itself can still be settled, and its key is free again.
    expect(await settle(setup.store, otherId, approved)).toMatchObject({ state: 'placed' })
    const again = await begin(
      { purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA8', lines: [lineOf(barfi, 1)] },
      { key: `key:${otherId}` },
    )
    expect(again.replayed).toBe(false)
  })

  it('stock changes only by what orders took and returned, whatever happens meanwhile', async () => {
    for (let seed = 1; seed <= STOCK_HISTORIES; seed += 1) {
      expect(await playStockHistory(setup, seed)).toEqual([])
    }
  })
}

const STOCK_HISTORIES = 6
const STOCK_STEPS = 40

/**
 * Plays random orders, settlements, cancellations, changes of stock and removals of products. Compares the stock with a
 * simple model after each step. Returns a list with the first difference, or an empty list.
 */
async function playStockHistory({ store, products }: PurchaseStoreSetup, seed: number) {
  const random = createRandom(seed)
  const productIds = ['one', 'two', 'three'].map((name) => `${name}-${seed}`)
  /** The stock of each product: null when it is unlimited, undefined when the product does not exist. */
  const model = new Map<string, number | null | undefined>()
  /** The stock that each order has taken and may give back, by order id and product id. */
  const takenByOrder = new Map<string, Map<string, number>>()

  async function setStock(productId: string) {
    // Unlimited stock, which is null, is as likely as a number.
    const stock = random.one([null, null, 5, 20])
    if (model.get(productId) === undefined) {
      const product = { ...barfi, products_id: productId, stock: stock ?? undefined }
      await products.create(product, BY_ADMIN)
    } else await products.update(productId, { stock }, BY_ADMIN)
    model.set(productId, stock)
  }

  async function buy(number: number) {
    const purchaseId = `01JG${String(seed * 1000 + number).padStart(22, '0')}`
    const wanted = productIds.filter((productId) => model.get(productId) !== undefined && random.chance(0.7))
    if (wanted.length === 0) return
    const lines = wanted.map((productId) =>
      lineOf({ ...barfi, products_id: productId }, random.one([1, 2, 6])),
    )
    const isPossible = lines.every(
      ({ productId, quantity }) => (model.get(productId) ?? Infinity) >= quantity,
    )
    const begun = store.begin({
      attempt: { userId: 'asha', key: `key:${purchaseId}`, fingerprint: purchaseId },
      productIds: wanted,
      draft: () => ({ order: anOrder({ purchaseId, lines }), effects: [] }),
    })
    if (!isPossible) return expect(begun).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    await begun
    const taken = new Map<string, number>()
    for (const { productId, quantity } of lines) {
      const stock = model.get(productId)
      if (typeof stock !== 'number') continue
      model.set(productId, stock - quantity)
      taken.set(productId, quantity)
    }
    takenByOrder.set(purchaseId, taken)
  }

  async function giveBack() {
    // The empty id stands for no order, because `one` needs at least one value.
    const purchaseId = random.one([...takenByOrder.keys(), ''])
    const taken = takenByOrder.get(purchaseId)
    if (!taken) return
    takenByOrder.delete(purchaseId)
    if (random.chance(0.5)) await settle(store, purchaseId, random.one([declined, expired]))
    else {
      await settle(store, purchaseId, approved)
      await settle(store, purchaseId, cancelled)
    }
    for (const [productId, quantity] of taken) {
      const stock = model.get(productId)
      if (typeof stock === 'number') model.set(productId, stock + quantity)
    }
  }

  async function remove(productId: string) {
    await products.remove(productId, BY_ADMIN)
    model.set(productId, undefined)
  }

  for (const productId of productIds) await setStock(productId)
  for (let step = 0; step < STOCK_STEPS; step += 1) {
    // A kind that is named more often is more likely.
    const kind = random.one(['buy', 'buy', 'buy', 'giveBack', 'giveBack', 'setStock', 'setStock', 'remove'])
    if (kind === 'buy') await buy(step)
    else if (kind === 'giveBack') await giveBack()
    else if (kind === 'setStock') await setStock(random.one(productIds))
    else await remove(random.one(productIds))

    for (const productId of productIds) {
      const product = await products.find(productId)
      const stock = product ? (product.stock ?? null) : undefined
      const expected = model.get(productId)
      if (stock !== expected) return [{ seed, step, kind, productId, stock, expected }]
    }
  }
  return []
}
