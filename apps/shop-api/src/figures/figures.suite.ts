import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { figuresSchema, type Figures } from '@nashta/contracts/figures/figures'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, expect, it } from 'vitest'
import { isCounted } from '../orders/order/order-work.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { netPaid } from '../orders/order/refunded.ts'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'
import { DEMO_SHOP } from '../shop/demo-shop.ts'
import { figureRoutes } from './figure-routes.ts'
import { createFigureStore } from './figure-store.ts'
import { readFigures } from './read-figures.ts'

const KERALA = { ...homeAddress, state: 'Kerala', pincode: '682001', city: 'Kochi' }
const DAY_MS = 24 * 60 * 60 * 1000

/** What was sold, from the order to the table; on every adapter. */
export function figuresSuite(open: OpenTestShop, { steps = 60 }: { steps?: number } = {}) {
  const { shop, place } = openCheckout(open)

  beforeEach(async () => {
    await shop().tokenFor('manager', ['manager'])
    await shop().tokenFor('accountant', ['accountant'])
    await shop().tokenFor('packer', ['packer'])
  })
  const pass = (milliseconds: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + milliseconds)
  }
  const buy = async (sub: string, quantity = 1, fields: object = {}) => {
    const items = [{ productId: 'laddoo', quantity }]
    const placed = await place({ items, totalAmount: quantity * 279.5, ...fields }, {}, sub)
    expect(placed).toMatchObject({ status: 201 })
    // On DynamoDB a background task adds up the orders of the last days.
    await shop().addUpSales()
    return placed.data.purchaseId as string
  }
  let keys = 0
  const act = (id: string, action: string, body: object) => {
    keys += 1
    return shop().call('manager', 'POST', `/admin/orders/${id}/${action}`, body, {
      'idempotency-key': `key-${keys}`,
    })
  }
  const get = (query: string, sub = 'accountant') => shop().call(sub, 'GET', `/admin/figures${query}`)
  const read = async (from = '2026-01-01', until = '2026-01-31', by = 'day'): Promise<Figures> => {
    // On DynamoDB totals are cached for seconds.
    pass(6000)
    const { status, data } = await get(`?from=${from}&until=${until}&by=${by}`)
    expect(status).toBe(200)
    return figuresSchema.parse(data)
  }
  const allOrders = async () => {
    const { orders } = await shop().shop.storage.allOrders.list({}, { limit: 1000 })
    return orders
  }

  it('orders, units, shelves, states, payments and customers are those of the orders', async () => {
    await buy('asha', 2)
    pass(1000)
    await buy('asha', 1, { shippingAddress: KERALA, paymentDetails: { method: 'cod' } })
    pass(1000)
    const cancelled = await buy('ravi', 1)
    await act(cancelled, 'cancel', { reason: 'Sold out' })
    const figures = await read()
    expect(figures).toMatchObject({
      pendingDays: 0,
      sums: { orders: 2, revenue: 838.5, units: 3, refunded: 0 },
      before: { orders: 0, revenue: 0 },
      products: [{ key: 'laddoo', name: 'Motichoor Laddoo', units: 3, revenue: 838.5 }],
      shelves: [{ units: 3, revenue: 838.5 }],
      states: [
        { name: 'Karnataka', orders: 1, revenue: 559 },
        { name: 'Kerala', orders: 1, revenue: 279.5 },
      ],
      payments: [
        { key: 'card', orders: 1 },
        { key: 'cod', orders: 1 },
      ],
      buyers: [
        { key: 'new', orders: 1, revenue: 559 },
        { key: 'returning', orders: 1, revenue: 279.5 },
      ],
    })
    expect(figures.steps.filter(({ orders }) => orders > 0)).toEqual([
      { from: '2026-01-01', until: '2026-01-01', orders: 2, revenue: 838.5 },
    ])
  })

  it('a refund lowers the day of its order, also after its figures were read', async () => {
    const id = await buy('asha', 3)
    expect((await read()).sums).toMatchObject({ orders: 1, revenue: 838.5, units: 3 })
    pass(3 * DAY_MS)
    const items = [{ productId: 'laddoo', quantity: 1 }]
    await act(id, 'refund', { reason: 'Stale', goods: 'lost', items })
    const figures = await read()
    expect(figures.sums).toMatchObject({ orders: 1, revenue: 559, units: 2, refunded: 279.5 })
    expect(figures.steps.find(({ orders }) => orders > 0)?.from).toBe('2026-01-01')
    // Nothing is left to pack, so the order is cancelled.
    await act(id, 'refund', { reason: 'All of it', goods: 'lost' })
    expect((await read()).sums).toMatchObject({ orders: 0, revenue: 0 })
  })

  it('days, weeks and months hold the same sums, and the period before is compared', async () => {
    for (let count = 0; count < 4; count += 1) {
      await buy(`buyer${count}`)
      pass(9 * DAY_MS)
    }
    for (const by of ['day', 'week', 'month']) {
      const { steps, sums } = await read('2026-01-01', '2026-02-28', by)
      expect(steps.reduce((sum, { orders }) => sum + orders, 0)).toBe(4)
      expect(sums.orders).toBe(4)
    }
    const { before, sums } = await read('2026-01-19', '2026-02-05')
    expect([before.orders, sums.orders]).toEqual([2, 2])
    const weeks = await read('2026-01-01', '2026-01-12', 'week')
    expect(weeks.steps.map(({ from, until }) => [from, until])).toEqual([
      ['2026-01-01', '2026-01-04'],
      ['2026-01-05', '2026-01-11'],
      ['2026-01-12', '2026-01-12'],
    ])
  })

  it(`after ${steps} random steps, every table equals the sum of all orders`, async () => {
    const { below, one, chance } = createRandom(44)
    const ids: string[] = []
    for (let step = 0; step < steps; step += 1) {
      pass(below(2 * DAY_MS))
      const id = one(ids)
      const [isNew, isCancelled, isRefunded] = [chance(0.5), chance(0.3), chance(0.5)]
      if (ids.length === 0 || isNew) {
        const paymentDetails = chance(0.5) ? { paymentDetails: { method: 'cod' } } : {}
        const shippingAddress = chance(0.5) ? KERALA : homeAddress
        ids.push(await buy(`buyer${below(4)}`, 1 + below(4), { ...paymentDetails, shippingAddress }))
      } else if (isCancelled) {
        await act(id, 'cancel', { reason: 'Sold out' })
      } else if (isRefunded) {
        const items = [{ productId: 'laddoo', quantity: 1 }]
        await act(id, 'refund', { reason: 'Stale', goods: 'back', items })
      } else {
        await act(id, 'ship', { courier: 'Delhivery' })
      }
      if (chance(0.1)) await read('2026-01-01', '2026-12-31')
    }
    const figures = await read('2026-01-01', '2026-12-31', 'month')
    const orders = (await allOrders()).filter(isCounted)
    expect(figures.pendingDays).toBe(0)
    const revenue = orders.reduce((sum, order) => sum + netRevenue(order), 0)
    expect(figures.sums.orders).toBe(orders.length)
    expect(paise(figures.sums.revenue)).toBe(revenue)
    for (const table of ['steps', 'states', 'payments', 'buyers'] as const) {
      const rows: { orders: number; revenue: number }[] = figures[table]
      expect([table, sum(rows.map((row) => row.orders)), sum(rows.map((row) => paise(row.revenue)))]).toEqual(
        [table, orders.length, revenue],
      )
    }
    const goods = sum(figures.products.map((row) => paise(row.revenue)))
    expect(goods + paise(figures.sums.delivery)).toBe(revenue)
    expect(sum(figures.shelves.map((row) => paise(row.revenue)))).toBe(goods)
    // An order that was cancelled later is still the first one of its customer.
    const firsts = [...Map.groupBy(await allOrders(), ({ userId }) => userId).values()].map(
      (own) => own.toSorted((one, other) => (confirmedAt(one) < confirmedAt(other) ? -1 : 1))[0],
    )
    const expected = firsts.filter((order) => order !== undefined && isCounted(order)).length
    expect(figures.buyers.find(({ key }) => key === 'new')?.orders).toBe(expected)
  })

  it('one call reads the orders of a few days, a table waits for the rest, and later calls read it', async () => {
    for (let day = 0; day < 3; day += 1) {
      await buy('asha')
      pass(DAY_MS)
    }
    const { allOrders: all, documents } = shop().shop.storage
    const now = () => shop().clock.now
    const { purchases } = shop().shop.storage
    const figures = createFigureStore({ documents, allOrders: all, purchases, now, ordersReadMax: 1 })
    const routes = figureRoutes({ products: shop().shop.products, allOrders: all, figures, now })
    pass(6000)
    const period = { from: '2026-01-01', until: '2026-01-31', by: 'day' as const }
    const table = routes.find(({ endpoint }) => endpoint.path === '/admin/figures/:table')
    const readTable = async () =>
      table?.handle(
        // The route reads only the table and the period.
        { params: { table: 'time' }, query: period } as unknown as Parameters<typeof table.handle>[0],
        () => {},
      )
    await expect(readTable()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await readFigures({ allOrders: all, figures, now }, period)).toMatchObject({
      pendingDays: 1,
      sums: { orders: 3 },
    })
    await readFigures({ allOrders: all, figures, now }, period)
    await expect(readTable()).resolves.toMatchObject({ fileName: 'time-2026-01-01-2026-01-31.csv' })
  })

  it('the figures of past days are prepared, and a screen reads no order of them', async () => {
    const id = await buy('asha')
    await buy('ravi')
    pass(DAY_MS)
    await buy('asha')
    await shop().shop.prepareFigures()
    const { allOrders: all } = shop().shop.storage
    const list = all.list.bind(all)
    let today = 0
    const isPast = ({ until }: { until?: Date | undefined }) =>
      (until?.getTime() ?? 0) <= shop().clock.now.getTime()
    all.list = async (filter, page) => {
      if (isPast(filter)) throw new Error('An order of a past day was read')
      today += 1
      return list(filter, page)
    }
    expect((await read()).sums).toMatchObject({ orders: 3, units: 3 })
    expect(today).toBe(1)

    // A refund changes a past day, whose orders are read again in the background.
    all.list = list
    await act(id, 'refund', { reason: 'Stale', goods: 'lost' })
    pass(6000)
    await shop().shop.prepareFigures()
    all.list = async (filter, page) => (isPast(filter) ? Promise.reject(new Error()) : list(filter, page))
    expect((await read()).sums).toMatchObject({ orders: 2, revenue: 559 })
  })

  it('an order is the first one although another was placed before it and confirmed later', async () => {
    await shop().tokenFor('boss', ['admin'])
    const asking = { ...DEMO_SHOP, confirmFirstCashOrders: true }
    expect(await shop().call('boss', 'PUT', '/admin/shop', asking)).toMatchObject({ status: 200 })
    const early = await buy('asha', 1, { paymentDetails: { method: 'cod' } })
    pass(1000)
    await buy('asha', 2)
    pass(DAY_MS)
    await act(early, 'confirm', {})
    pass(1000)
    // More orders than a page of a shopper's orders.
    for (const quantity of [1, 2, 3, 4, 5, 6]) {
      await buy('asha', quantity)
      pass(1000)
    }
    const { buyers } = await read()
    expect(buyers).toMatchObject([
      { key: 'returning', orders: 7 },
      { key: 'new', orders: 1, revenue: 559 },
    ])
  })

  it('a table is a CSV for managers and accountants', async () => {
    await buy('asha', 2)
    pass(6000)
    const response = await shop().shop.app.inject({
      method: 'GET',
      url: '/api/admin/figures/products?from=2026-01-01&until=2026-01-31',
      headers: { authorization: `Bearer ${await shop().tokenFor('accountant')}` },
    })
    expect(response.headers['content-type']).toContain('text/csv')
    expect(response.body.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFProduct id,Product,Shelf,Units,Revenue',
      expect.stringMatching(/^laddoo,Motichoor Laddoo,.*,2,559$/),
    ])
    for (const path of ['?from=2026-01-01&until=2026-01-02', '/products?from=2026-01-01&until=2026-01-02'])
      expect(await get(path, 'packer')).toMatchObject({ status: 403 })
  })

  it.each([
    '?from=2026-02-01&until=2026-01-01',
    '?from=2024-01-01&until=2026-01-01',
    '?from=yesterday&until=2026-01-01',
    '?until=2026-01-01',
  ])('%s is refused', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })
}

const paise = (rupees: number) => Math.round(rupees * 100)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const netRevenue = (order: OrderRecord) => order.totalPaise - (order.payment.paidPaise - netPaid(order))
const confirmedAt = ({ timeline }: OrderRecord) =>
  timeline.find(({ kind }) => kind === 'confirmed')?.at ?? '~'
