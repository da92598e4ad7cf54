import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { changeStock, getStockHistory, type ShownStockEntry } from '@nashta/contracts/stock/stock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'
import { aProduct } from '../product.fixture.ts'

const START = 300
const PRODUCTS = ['laddoo', 'barfi'] as const
/** After so many steps, the history is compared with the stock. */
const CHECKED_EVERY = 4

/** The history of a product's stock, with every storage adapter. */
export function stockSuite(open: OpenTestShop, { histories, steps }: { histories: number; steps: number }) {
  let test: TestShop
  let keys = 0
  beforeEach(async () => {
    test = await open()
    await test.shop.products.fillIfEmpty([
      // A stock of so many units is stored in several parts on DynamoDB.
      aProduct({ products_id: 'laddoo', pricePaise: asPaise(1000), stock: START }),
      aProduct({ products_id: 'barfi', pricePaise: asPaise(2000), stock: 7 }),
      aProduct({ products_id: 'unlimited', pricePaise: asPaise(3000) }),
    ])
  })
  afterEach(() => test.close())

  const advanceClock = (ms = 1000) => (test.clock.now = new Date(test.clock.now.getTime() + ms))
  const newKey = () => `key-${(keys += 1)}`
  function change(id: string, body: object, key = newKey()) {
    advanceClock()
    return test.call('boss', 'POST', `/admin/products/${id}/stock`, body, { 'idempotency-key': key })
  }
  const buy = (quantities: Record<string, number>, sub = 'asha') => {
    advanceClock()
    const items = Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }))
    const prices: Record<string, number> = { laddoo: 10, barfi: 20, unlimited: 30 }
    const totalAmount = items.reduce((sum, each) => sum + (prices[each.productId] ?? 0) * each.quantity, 0)
    const body = { items, totalAmount, paymentDetails: { method: 'cod' }, shippingAddress: homeAddress }
    return test.call(sub, 'POST', `/purchases/${sub}`, body, { 'idempotency-key': newKey() })
  }
  const act = (id: string, action: string, body: object) => {
    advanceClock()
    return test.call('boss', 'POST', `/admin/orders/${id}/${action}`, body, { 'idempotency-key': newKey() })
  }

  /** All pages, newest first. */
  async function historyOf(id: string, limit = 3) {
    const all: ShownStockEntry[] = []
    let [cursor, stock] = ['', null as number | null]
    for (;;) {
      const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
      const page = await test.call('boss', 'GET', `/admin/products/${id}/stock?${query.toString()}`)
      const { data } = parseExactly(getStockHistory.reply, { data: page.data })
      if (!cursor) stock = data.stock
      all.push(...data.entries)
      if (data.nextCursor === null) return { stock, entries: all }
      cursor = data.nextCursor
    }
  }

  const declined = () =>
    test.call('asha', 'POST', '/purchases/asha', {
      items: [{ productId: 'barfi', quantity: 2 }],
      totalAmount: 40,
      paymentDetails: {
        method: 'card',
        cardNumber: '4000000000000002',
        cardHolderName: 'Asha',
        expiryDate: '12/29',
      },
      shippingAddress: homeAddress,
    })

  it('an order whose payment fails at once leaves no line, and on two pages lines that add up', async () => {
    expect(await declined()).toMatchObject({ status: 402 })
    expect(await historyOf('barfi')).toMatchObject({ stock: 7, entries: [{ kind: 'start', units: 7 }] })
    const { entries } = await historyOf('barfi', 1)
    expect(entries.map(({ kind, units }) => [kind, units])).toEqual([
      ['neverPlaced', 2],
      ['order', -2],
      ['start', 7],
    ])
  })

  it('goods come in with their cost and batch, and go out with a reason, an order and its cancellation', async () => {
    const received = await change('barfi', {
      kind: 'received',
      units: 20,
      cost: 12.5,
      batch: 'B7',
      bestBefore: '2026-08-31',
      note: 'From Surat',
    })
    expect(parseExactly(changeStock.reply, { data: received.data }).data.stock).toBe(27)
    await change('barfi', { kind: 'damaged', units: 2 })
    const { data: order } = await buy({ barfi: 3 })
    // The operator has seen 25, and counted 24. The order came meanwhile.
    await change('barfi', { kind: 'counted', counted: 24, seen: 25 })
    await act(order.purchaseId, 'cancel', { reason: 'Sold out' })
    expect(await historyOf('barfi')).toEqual({
      stock: 24,
      entries: [
        { kind: 'cancelled', units: 3, orderId: order.purchaseId, at: expect.any(String) },
        { kind: 'counted', units: -1, by: 'boss@example.in', at: expect.any(String) },
        { kind: 'order', units: -3, orderId: order.purchaseId, at: expect.any(String) },
        { kind: 'damaged', units: -2, by: 'boss@example.in', at: expect.any(String) },
        {
          kind: 'received',
          units: 20,
          cost: 12.5,
          batch: 'B7',
          bestBefore: '2026-08-31',
          note: 'From Surat',
          by: 'boss@example.in',
          at: expect.any(String),
        },
        { kind: 'start', units: 7, at: expect.any(String) },
      ],
    })
  })

  it('a repeated request changes the stock once, and a used key nothing else', async () => {
    const box = { kind: 'received', units: 20 }
    await change('barfi', box, 'box-1')
    expect((await change('barfi', box, 'box-1')).data.stock).toBe(27)
    expect(await change('barfi', { kind: 'received', units: 2 }, 'box-1')).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const withoutKey = await test.call('boss', 'POST', '/admin/products/barfi/stock', box)
    expect(withoutKey).toMatchObject({ status: 400 })
    expect((await historyOf('barfi')).stock).toBe(27)
  })

  it('no more is taken out than there is, and a count that orders have overtaken is refused', async () => {
    expect(await change('barfi', { kind: 'expired', units: 8 })).toMatchObject({
      status: 409,
      message: 'Only 7 are in the stock: count it first',
    })
    await buy({ barfi: 5 })
    expect(await change('barfi', { kind: 'counted', counted: 1, seen: 7 })).toMatchObject({ status: 409 })
    expect(await change('barfi', { kind: 'received', units: 0 })).toMatchObject({ status: 400 })
    expect(await change('nope', { kind: 'received', units: 1 })).toMatchObject({ status: 404 })
    const { stock, entries } = await historyOf('barfi')
    expect([stock, sumOf(entries)]).toEqual([2, 2])
  })

  it('a product that is not counted is counted from its first count on, until its stock is emptied in the grid', async () => {
    expect(await change('unlimited', { kind: 'received', units: 5 })).toMatchObject({ status: 409 })
    await change('unlimited', { kind: 'counted', counted: 12, seen: null })
    await buy({ unlimited: 2 })
    advanceClock()
    await test.call('boss', 'PUT', '/products/unlimited', { stock: 30 })
    advanceClock()
    await test.call('boss', 'PUT', '/products/unlimited', { stock: null })
    await buy({ unlimited: 2 })
    const ended = await historyOf('unlimited')
    expect(ended.stock).toBeNull()
    expect(ended.entries.map(({ kind, units }) => [kind, units])).toEqual([
      ['ended', -30],
      ['changed', 20],
      ['order', -2],
      ['start', 12],
    ])
    await change('unlimited', { kind: 'counted', counted: 1000, seen: null })
    const again = await historyOf('unlimited')
    expect([again.stock, sumOf(again.entries), again.entries.length]).toEqual([1000, 1000, 5])
  })

  it('the history of a product goes on after it was removed and made again', async () => {
    await buy({ barfi: 2 })
    advanceClock()
    await test.call('boss', 'DELETE', '/products/barfi')
    advanceClock()
    const again = { name: 'Barfi', description: '', category: 'Sweets', imageUrl: '', price: 20 }
    const made = await test.call('boss', 'POST', '/products', { ...again, products_id: 'barfi', stock: 4 })
    expect(made.status).toBe(201)
    const { stock, entries } = await historyOf('barfi')
    expect(stock).toBe(4)
    expect(entries.map(({ kind, units }) => [kind, units])).toEqual([
      ['start', 4],
      ['ended', -5],
      ['order', -2],
      ['start', 7],
    ])
  })

  it('managers change the stock, packers do not', async () => {
    await test.tokenFor('pia', ['packer'])
    await test.tokenFor('mina', ['manager'])
    expect((await test.call('pia', 'GET', '/admin/products/barfi/stock')).status).toBe(403)
    expect((await test.call('mina', 'GET', '/admin/products/barfi/stock')).status).toBe(200)
  })

  it('goods of a shipped order that come back, and units of a refund, stand with their order', async () => {
    const { data: first } = await buy({ laddoo: 4 })
    const { data: second } = await buy({ laddoo: 6, barfi: 1 })
    await act(first.purchaseId, 'ship', { courier: 'Delhivery' })
    await act(first.purchaseId, 'cancel', { reason: 'Refused', goods: 'expected' })
    expect((await historyOf('laddoo')).stock).toBe(START - 10)
    await act(first.purchaseId, 'goods', { goods: 'back' })
    await act(second.purchaseId, 'confirm', {})
    const { entries, stock } = await historyOf('laddoo')
    expect(stock).toBe(START - 6)
    expect(entries[0]).toMatchObject({ kind: 'back', units: 4, orderId: first.purchaseId })
  })

  it(`in ${histories} random histories the entries add up to the stock, which is never negative`, async () => {
    for (let history = 0; history < histories; history += 1) {
      const random = createRandom(history + 1)
      const orders: string[] = []
      const product = () => PRODUCTS[random(2)] ?? 'barfi'
      for (let step = 0; step < steps; step += 1) {
        const id = product()
        const order = orders[random(orders.length)] ?? ''
        const moves = [
          () => change(id, { kind: 'received', units: 1 + random(30) }),
          () => change(id, { kind: ['damaged', 'expired', 'sample'][random(3)], units: 1 + random(9) }),
          async () => {
            const { stock } = (await test.shop.products.findWithDrafts(id)) ?? {}
            return change(id, { kind: 'counted', counted: random(40), seen: stock ?? null })
          },
          async () => {
            const placed = await buy({ [id]: 1 + random(9) })
            if (placed.status === 201) orders.push(placed.data.purchaseId)
            return placed
          },
          async () => {
            const both = await Promise.all([
              buy({ laddoo: 1 + random(5), barfi: 1 + random(5) }),
              buy({ [id]: 2 }),
            ])
            for (const placed of both) if (placed.status === 201) orders.push(placed.data.purchaseId)
            return both[0]
          },
          () => act(order, 'cancel', { reason: 'No', goods: 'back' }),
          () => act(order, 'ship', { courier: 'DTDC' }),
          () => act(order, 'deliver', {}),
          () =>
            act(order, 'refund', {
              items: [{ productId: id, quantity: 1 + random(2) }],
              reason: 'Broken',
              goods: ['back', 'expected', 'lost'][random(3)],
            }),
          () => act(order, 'goods', { goods: random(2) === 0 ? 'back' : 'lost' }),
        ]
        const { status } = (await moves[random(moves.length)]?.()) ?? {}
        expect(status).toBeLessThan(500)
        if (step % CHECKED_EVERY > 0) continue
        advanceClock()
        const { stock, entries } = await historyOf(id, 50)
        expect(stock).toBe((await test.shop.products.findWithDrafts(id))?.stock)
        expect(stock).toBeGreaterThanOrEqual(0)
        expect(sumOf(entries)).toBe(stock)
      }
      // Small pages have the same entries as large ones.
      for (const id of PRODUCTS) {
        const [small, large] = [await historyOf(id, 2), await historyOf(id, 100)]
        expect(small).toEqual(large)
      }
    }
  })
}

function sumOf(entries: readonly ShownStockEntry[]) {
  return entries.reduce((sum, { units }) => sum + units, 0)
}

/** A small generator with a seed. Returns a whole number below `bound`. */
function createRandom(seed: number) {
  let state = seed
  return (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return bound === 0 ? 0 : Math.floor((state / 2 ** 32) * bound)
  }
}
