import { expect, it } from 'vitest'
import { lineOf } from '../cart/cart.ts'
import { anOrder, barfi, settle } from './order.fixture.ts'
import {
  approved,
  type CreatePurchaseStore,
  declined,
  expired,
  id,
  openPurchaseStore,
  otherId,
} from './purchase-store.fixture.ts'
import type { OrderRecord } from './purchase-store.ts'
import { approveOrder } from './settle-order.ts'

const pending = { kind: 'unknown' } as const

const erase = (order: OrderRecord) => ({ ...order, userId: `erased:${order.purchaseId}`, email: null })

/** An order of two barfis after the store has taken its stock. */
const stored = (fields: Partial<OrderRecord> = {}) =>
  anOrder({ taken: [{ productId: 'barfi', quantity: 2 }], ...fields })

/** How every PurchaseStore adapter stores, settles, lists and erases orders. */
export function purchaseStoreSuite(create: CreatePurchaseStore) {
  const { setup, beginDraft, begin, settled, inCart, inStock } = openPurchaseStore(create)
  const listed = () => setup().store.list('asha', { limit: 10, before: undefined })

  it('an order is drafted from the current catalogue and stored, and its stock is taken', async () => {
    let seen: unknown
    const begun = await beginDraft((products) => {
      seen = products.get('barfi')
      return { order: anOrder(), effects: [] }
    })
    expect(begun).toEqual({ order: stored(), replayed: false })
    const { products_id, name, imageUrl, category, pricePaise } = barfi
    expect(seen).toMatchObject({ products_id, name, imageUrl, category, pricePaise })
    expect(await setup().store.find(id)).toEqual(stored())
    expect([await inStock(), await inCart()]).toEqual([1, 3])
    expect(setup().outbox).toEqual([])
  })

  it('nothing is written when the draft is refused or the stock does not suffice', async () => {
    const refused = beginDraft(() => {
      throw new Error('prices have changed')
    })
    await expect(refused).rejects.toThrow('prices have changed')
    await expect(begin({ lines: [lineOf(barfi, 4)] })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    expect(await setup().store.find(id)).toBeNull()
    expect(await inStock()).toBe(3)
    expect((await begin()).replayed).toBe(false)
  })

  it('an approved order leaves the cart, is sold, mailed and published, once however often it is settled', async () => {
    await begin()
    const results = await Promise.all([settled(approved), settled(approved)])
    await settled({ kind: 'declined', message: 'too late' })
    await settled(expired)

    for (const order of results) {
      expect(order).toMatchObject({ state: 'placed', orderStatus: 'CONFIRMED', transactionId: 'txn_1' })
    }
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup().outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
    const sold = await setup().products.soldOn('2026-01-01')
    expect(sold).toEqual([{ products_id: 'barfi', units: 2 }])
  })

  it('a declined order is no order: stock and cart are as before', async () => {
    await begin()
    expect(await settled(declined)).toMatchObject({ state: 'declined', refusal: 'No funds' })
    expect([await inStock(), await inCart()]).toEqual([3, 3])
    expect(await listed()).toEqual([])
    expect(setup().outbox).toEqual([])
  })

  it('a pending order is accepted and leaves the cart, once also when it is confirmed later', async () => {
    await begin()
    await settled(pending)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(await listed()).toMatchObject([{ state: 'pending' }])

    await settled(approved)
    expect(await inCart()).toBe(1)
    expect(setup().outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
  })

  it('a pending order that is declined stays in the history, cancelled, and its stock is returned', async () => {
    await begin()
    await settled(pending)
    await settled(declined)
    expect(await listed()).toMatchObject([{ orderStatus: 'CANCELLED' }])
    expect(await inStock()).toBe(3)
  })

  it('an expired order is removed with its attempt, and the same key is free again', async () => {
    await begin()
    expect(await settled(expired)).toBeNull()
    expect(await setup().store.find(id)).toBeNull()
    expect(await inStock()).toBe(3)
    expect((await begin()).replayed).toBe(false)
  })

  it('a pending order that expires stays in the history, cancelled', async () => {
    await begin()
    await settled(pending)
    expect(await settled(expired)).toMatchObject({ state: 'placed', orderStatus: 'CANCELLED' })
    expect(await inStock()).toBe(3)
  })

  it('an order with nothing to charge is settled when it is stored', async () => {
    const { order } = await beginDraft(() => approveOrder(anOrder(), 'cod_1'))
    expect(order).toMatchObject({ state: 'placed', transactionId: 'cod_1' })
    expect(await setup().store.find(id)).toEqual(order)
    expect([await inStock(), await inCart()]).toEqual([1, 1])
    expect(setup().outbox).toEqual([`confirmed ${id}`, `purchase ${id}`])
  })

  it('only orders that are unsettled are found as such', async () => {
    await begin()
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await settled(approved)
    const unsettled = await setup().store.listUnsettled(new Date('2026-01-01T12:00:00Z'))
    expect(unsettled.map((order) => order.purchaseId)).toEqual([otherId])
    expect(await setup().store.listUnsettled(new Date('2026-01-01T11:00:00Z'))).toEqual([])
  })

  it('a status change is stored with its mail, and a cancelled order returns its stock once', async () => {
    const change = (fields: object) => settled({ ...fields, kind: 'statusChanged' })
    await begin()
    await settled(approved)
    await change({ orderStatus: 'SHIPPED' })
    await change({ deliveryStatus: 'SHIPPED' })
    await change({ orderStatus: 'CANCELLED' })
    await expect(change({ orderStatus: 'CANCELLED' })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
    expect(setup().outbox).toEqual([`confirmed ${id}`, `purchase ${id}`, `shipped ${id}`])
    expect(await inStock()).toBe(3)
    expect(await setup().store.find(id)).toMatchObject({
      orderStatus: 'CANCELLED',
      deliveryStatus: 'SHIPPED',
    })
    expect(await settle(setup().store, '01JGAAAAAAAAAAAAAAAAAAAAA9', approved)).toBeNull()
  })

  it('erased orders have another owner and no attempt, and those of others stay', async () => {
    const ravisId = '01JGAAAAAAAAAAAAAAAAAAAAA7'
    await begin({}, { key: undefined })
    await settled(declined)
    await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] })
    await begin({ purchaseId: ravisId, userId: 'ravi', lines: [lineOf(barfi, 1)] }, { userId: 'ravi' })
    expect((await setup().store.listAll('asha')).map(({ purchaseId }) => purchaseId)).toEqual([otherId, id])

    const refused = setup().store.eraseAll('asha', (order) => {
      if (order.purchaseId === id) throw new Error('on its way')
      return erase(order)
    })
    await expect(refused).rejects.toThrow('on its way')
    expect(await setup().store.listAll('asha')).toHaveLength(2)

    expect(await setup().store.eraseAll('asha', erase)).toBe(2)
    expect(await setup().store.listAll('asha')).toEqual([])
    expect(await setup().store.find(otherId)).toMatchObject({ userId: `erased:${otherId}`, email: null })
    expect(await setup().store.eraseAll('asha', erase)).toBe(0)
    expect(await setup().store.listAll('ravi')).toHaveLength(1)
    // The order itself can still be settled, and its key is free again.
    expect(await settle(setup().store, otherId, approved)).toMatchObject({ state: 'placed' })
    const again = await begin(
      { purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA8', lines: [lineOf(barfi, 1)] },
      { key: `key:${otherId}` },
    )
    expect(again.replayed).toBe(false)
  })
}
