import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { beforeEach, expect, it } from 'vitest'
import type { CartStore } from '../../cart/cart-store.ts'
import { lineOf } from '../../cart/cart.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import type { Authorship } from '../../operator-log/logged-change.ts'
import { confirmCashOrder } from '../events/rules/confirm.ts'
import type { OrderEvent } from '../events/settle-order.ts'
import { aCashOrder, anOrder, barfi, SETTLED_AT, settle } from './order.fixture.ts'
import type {
  OrderRecord,
  OrderWithEffects,
  PurchaseAttempt,
  PurchaseRequest,
  PurchaseStore,
} from './purchase-store.ts'

export type PurchaseStoreSetup = {
  store: PurchaseStore
  carts: CartStore
  products: ProductStore
  moveClock: (ms: number) => void
  /** What the store queued, in order: mails (`confirmed 01JG…`) and events (`purchase 01JG…`). */
  outbox: string[]
}

/** The id of the first order of a test. */
const id = anOrder().purchaseId
const otherId = '01JGAAAAAAAAAAAAAAAAAAAAA2'
const thirdId = '01JGAAAAAAAAAAAAAAAAAAAAA3'
const approved = { kind: 'approved', transactionId: 'txn_1', amountPaise: anOrder().totalPaise } as const
/** The payment is not settled yet: the order is accepted, and pending until a later outcome. */
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
const storedOrder = (fields: Partial<OrderRecord> = {}) =>
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
    const newOrder: OrderWithEffects = { order, effects: [] }
    return beginDraft(() => newOrder, { key: `key:${order.purchaseId}`, ...attempt })
  }
  /** Settles the first order of a test. */
  const settleFirst = (event: OrderEvent) => settle(setup.store, id, event)
  const inCart = async () => (await setup.carts.find('asha')).lines[0]?.quantity ?? 0
  const inStock = async () => (await setup.products.find('barfi'))?.stock
  const history = () => setup.store.list('asha', { limit: 10, before: undefined })

  it('an order is drafted from the current catalogue and stored, and its stock is taken', async () => {
    let seen: unknown
    const begun = await beginDraft((products) => {
      seen = products.get('barfi')
      return { order: anOrder(), effects: [] }
    })
    expect(begun).toEqual({ order: storedOrder(), replayed: false })
    const { products_id, name, imageUrl, category, pricePaise } = barfi
    expect(seen).toMatchObject({ products_id, name, imageUrl, category, pricePaise })
    expect(await setup.store.find(id)).toEqual(storedOrder())
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

  it('a repeated attempt is recognised by its key, which no other order can use', async () => {
    await begin()
    expect(await begin({ purchaseId: otherId }, { key: `key:${id}` })).toMatchObject({
      replayed: true,
      order: { purchaseId: id },
    })
    const other = begin({ purchaseId: otherId }, { key: `key:${id}`, fingerprint: 'one barfi' })
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await inStock()).toBe(1)
  })

  it('a repeated keyless attempt is recognised until the shopper changes the cart', async () => {
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

  it('a repeated attempt after a decline is a replay with a key, else a new order', async () => {
    await begin({}, { key: undefined })
    await settleFirst(declined)
    expect((await begin({ purchaseId: otherId }, { key: undefined })).replayed).toBe(false)
    await settle(setup.store, otherId, declined)

    const third = '01JGAAAAAAAAAAAAAAAAAAAAA3'
    await begin({ purchaseId: third })
    await settle(setup.store, third, declined)
    expect(await begin({ purchaseId: third })).toMatchObject({ replayed: true, order: { state: 'declined' } })
  })

  it('an order that is settled again is sold, mailed and published only once', async () => {
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

  it('a cancelled order is taken off the sales of the day on which it was sold, also weeks later', async () => {
    await begin()
    await settleFirst(approved)
    const soldUnits = async () =>
      (await setup.products.soldOn('2026-01-01')).reduce((sum, { units }) => sum + units, 0)
    expect(await soldUnits()).toBe(2)
    setup.moveClock(31 * 24 * 60 * 60 * 1000)
    await settleFirst({ kind: 'cancelledByShop', reason: 'It came back' })
    expect(await soldUnits()).toBe(0)
    setup.moveClock(60 * 60 * 1000)
    expect(await soldUnits()).toBe(0)
    expect(await setup.products.soldOn('2026-02-01')).toEqual([])
  })

  it('a declined order is not in the history, and stock and cart are as before', async () => {
    await begin()
    expect(await settleFirst(declined)).toMatchObject({ state: 'declined', refusal: 'No funds' })
    expect([await inStock(), await inCart()]).toEqual([3, 3])
    expect(await history()).toEqual([])
    expect(setup.outbox).toEqual([])
  })

  it('the lines of a pending order leave the cart at once, not again when it is paid', async () => {
    await begin()
    await settleFirst(unknown)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(await history()).toMatchObject([{ state: 'pending' }])

    await settleFirst(approved)
    expect(await inCart()).toBe(1)
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
  })

  it('a declined pending order stays in the history as cancelled; stock is returned', async () => {
    await begin()
    await settleFirst(unknown)
    await settleFirst(declined)
    expect(await history()).toMatchObject([{ orderStatus: 'CANCELLED' }])
    expect(await inStock()).toBe(3)
  })

  it.each([
    ['declined', declined],
    ['expired', expired],
    ['cancelled', cancelled],
  ])('the items of a pending order that is %s come back into the cart, once (B32)', async (_end, end) => {
    await begin()
    await settleFirst(unknown)
    expect(await inCart()).toBe(1)
    await settleFirst(end)
    expect(await inCart()).toBe(3)
    await settleFirst(declined)
    await settleFirst(expired)
    expect(await inCart()).toBe(3)
    expect(await setup.store.find(id)).toMatchObject({ restored: [{ productId: 'barfi', quantity: 2 }] })
  })

  it('items that have left the catalogue do not come back into the cart', async () => {
    await begin()
    await settleFirst(unknown)
    await setup.products.remove('barfi', BY_ADMIN)
    await settleFirst(expired)
    expect(await inCart()).toBe(1)
  })

  it('a keyless request is still a replay after the items of another order came back', async () => {
    await begin({ lines: [lineOf(barfi, 1)] })
    await settleFirst(unknown)
    const keyless = { key: undefined, fingerprint: 'other' }
    const other = { purchaseId: otherId, lines: [lineOf(barfi, 1)] }
    await begin(other, keyless)
    await settle(setup.store, otherId, unknown)
    await settleFirst(expired)
    expect(await inCart()).toBe(2)
    expect(await begin({ ...other, purchaseId: thirdId }, keyless)).toMatchObject({
      replayed: true,
      order: { purchaseId: otherId },
    })
    // The items of that order come back too, and the same request then places a new order.
    await settle(setup.store, otherId, expired)
    expect(await inCart()).toBe(3)
    expect(await begin({ ...other, purchaseId: thirdId }, keyless)).toMatchObject({ replayed: false })
  })

  it('a revived order takes only the items out of the cart that had come back', async () => {
    await begin({ payment: { ...anOrder().payment, provider: 'upi' } })
    await settleFirst(unknown)
    // The cart has room for one of the two ordered units.
    await setup.carts.update('asha', { apply: () => [lineOf(barfi, LINE_QUANTITY_MAX - 1)] })
    await settleFirst(expired)
    expect(await inCart()).toBe(LINE_QUANTITY_MAX)
    const seen = { amountPaise: anOrder().totalPaise, reference: null }
    await settleFirst({ kind: 'revived', seen })
    expect(await inCart()).toBe(LINE_QUANTITY_MAX - 1)
    await settleFirst({ kind: 'revived', seen })
    expect(await inCart()).toBe(LINE_QUANTITY_MAX - 1)
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

  it('an order with cash on delivery is confirmed as soon as it is stored', async () => {
    const { order } = await beginDraft(() => confirmCashOrder(aCashOrder(), { at: SETTLED_AT, calendar: {} }))
    expect(order).toMatchObject({ state: 'placed', transactionId: `cod_${id}` })
    expect(await setup.store.find(id)).toEqual(order)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
  })

  it('`listOpen` returns only open orders that were placed until the given time', async () => {
    await begin()
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await settleFirst(approved)
    const open = await setup.store.listOpen(new Date('2026-01-01T12:00:00Z'))
    expect(open.map((order) => order.purchaseId)).toEqual([otherId])
    expect(await setup.store.listOpen(new Date('2026-01-01T11:00:00Z'))).toEqual([])
  })

  it('a status change is stored with its mail, and goods that come back are in the stock once', async () => {
    const change = (fields: object) => settleFirst({ ...fields, kind: 'statusChanged' })
    await begin()
    await settleFirst(approved)
    await change({ orderStatus: 'SHIPPED' })
    await change({ deliveryStatus: 'SHIPPED' })
    await change({ orderStatus: 'CANCELLED' })
    await expect(change({ orderStatus: 'CANCELLED' })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
    expect(setup.outbox).toEqual([`confirmed ${id}`, `purchase ${id}`, `shipped ${id}`, `cancelled ${id}`])
    expect(await inStock()).toBe(1)
    expect(await setup.store.find(id)).toMatchObject({ orderStatus: 'CANCELLED', deliveryStatus: 'SHIPPED' })
    await Promise.all([1, 2].map(() => settleFirst({ kind: 'goodsSettled', goods: 'back' })))
    expect(await inStock()).toBe(3)
  })

  it('the settlement of an order that does not exist returns null', async () => {
    expect(await settle(setup.store, id, approved)).toBeNull()
  })

  it('a cancelled order that took no stock returns none', async () => {
    await setup.products.update('barfi', { stock: null }, BY_ADMIN)
    expect((await begin()).order.taken).toEqual([])
    await settleFirst(approved)
    await setup.products.update('barfi', { stock: 5 }, BY_ADMIN)
    await settleFirst(cancelled)
    expect(await inStock()).toBe(5)
  })

  it('an order that ends returns no stock to an unlimited or a removed product', async () => {
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

  it("an erasure moves a shopper's orders to other user ids and frees their keys", async () => {
    const ravisId = '01JGAAAAAAAAAAAAAAAAAAAAA7'
    await begin({}, { key: undefined })
    await settleFirst(declined)
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await begin({ purchaseId: ravisId, userId: 'ravi', lines: [lineOf(barfi, 1)] }, { userId: 'ravi' })
    expect((await setup.store.listAll('asha')).map(({ purchaseId }) => purchaseId)).toEqual([otherId, id])

    // A refused erasure writes nothing.
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
    // An erased order can still be settled, and its key is free again.
    expect(await settle(setup.store, otherId, approved)).toMatchObject({ state: 'placed' })
    const again = await begin(
      { purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA8', lines: [lineOf(barfi, 1)] },
      { key: `key:${otherId}` },
    )
    expect(again.replayed).toBe(false)
  })

  it('in random histories, the stock is always as a simple model expects', async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      expect(await playStockHistory(setup, seed)).toEqual([])
    }
  })
}

const HISTORIES = 3
const STEPS_PER_HISTORY = 40

/**
 * Plays random orders, settlements, cancellations, changes of stock and removals of products.
 * Compares the stock with a simple model after each step. Returns a list with the first difference,
 * or an empty list.
 */
async function playStockHistory({ store, products }: PurchaseStoreSetup, seed: number) {
  const random = createRandom(seed)
  const productIds = ['one', 'two', 'three'].map((name) => `${name}-${seed}`)
  /** The expected stock: null when it is unlimited, undefined when the product does not exist. */
  const model = new Map<string, number | null | undefined>()
  /** The units that each order has taken and not returned, by purchase id and product id. */
  const takenByOrder = new Map<string, Map<string, number>>()

  /** Sets a random stock. Creates the product if it does not exist. */
  async function setStock(productId: string) {
    // Unlimited stock, which is null, is as likely as a number.
    const stock = random.one([null, null, 5, 20])
    if (model.get(productId) === undefined) {
      const product = { ...barfi, products_id: productId, stock: stock ?? undefined }
      await products.create(product, BY_ADMIN)
    } else await products.update(productId, { stock }, BY_ADMIN)
    model.set(productId, stock)
  }

  async function buy(step: number) {
    const purchaseId = `01JG${String(seed * 1000 + step).padStart(22, '0')}`
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

  /** Ends a random order that has not ended, if there is one. Its stock is returned. */
  async function endOrder() {
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
  for (let step = 0; step < STEPS_PER_HISTORY; step += 1) {
    // A kind that is named more often is more likely.
    const kind = random.one(['buy', 'buy', 'buy', 'endOrder', 'endOrder', 'setStock', 'setStock', 'remove'])
    if (kind === 'buy') await buy(step)
    else if (kind === 'endOrder') await endOrder()
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
