import { readCsv } from '@nashta/contracts/files/read-csv'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'

/** The rules of exported files that hold with every storage adapter. */
export function exportsSuite(open: OpenTestShop) {
  let test: TestShop
  beforeEach(async () => {
    test = await open()
    await test.shop.products.fillIfEmpty([
      aProduct({ products_id: 'laddoo', name: '=Laddoo', pricePaise: asPaise(5000), stock: 10, hsn: '2106' }),
      aProduct({ products_id: 'chips', name: 'Chips', pricePaise: asPaise(2050), stock: 300 }),
    ])
  })
  afterEach(() => test.close())

  const buy = async (quantity: number, fullName = 'Asha Rao') => {
    const { status, data } = await test.call('asha', 'POST', '/purchases/asha', {
      items: [
        { productId: 'laddoo', quantity },
        { productId: 'chips', quantity: 1 },
      ],
      totalAmount: quantity * 50 + 20.5,
      paymentDetails: { method: 'cod' },
      shippingAddress: { ...homeAddress, fullName },
    })
    expect(status).toBe(201)
    return data.purchaseId
  }

  async function readExport(path: string) {
    const response = await test.shop.app.inject({
      url: `/api/admin/exports/${path}`,
      headers: { authorization: `Bearer ${await test.tokenFor('boss', ['admin'])}` },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="[a-z-]+-2026-\d\d-\d\d\.csv"$/,
    )
    const bytes = async function* bytes() {
      yield response.rawPayload
    }
    const [header, ...rows] = (await Array.fromAsync(readCsv(bytes()))).map(({ cells }) => cells)
    return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header?.[index], cell])))
  }

  const idsOf = async (query: string) => (await readExport(`orders?${query}`)).map((order) => order['Id'])

  it('orders and their lines are in the files, newest first, and their sums agree', async () => {
    const first = await buy(2)
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    const second = await buy(1, '+91 Ravi')

    const orders = await readExport('orders')
    expect(orders).toMatchObject([
      { Id: second, Date: '2026-01-01', Time: '17:30', Total: '70.5', Name: '+91 Ravi', Units: '2' },
      { Id: first, Total: '120.5', Goods: '120.5', Discount: '0', 'Delivery fee': '0', Payment: 'cod' },
    ])
    const lines = await readExport('order-lines')
    expect(lines).toHaveLength(4)
    expect(lines[2]).toMatchObject({ Id: first, Product: '=Laddoo', Units: '2', Amount: '100', HSN: '2106' })
    for (const { Id, Goods, Discount } of orders) {
      const ofOrder = lines.filter((line) => line['Id'] === Id)
      const sum = ofOrder.reduce((all, line) => all + Number(line['Amount']), 0)
      expect(sum).toBe(Number(Goods) - Number(Discount))
    }
  })

  it('a file of orders may be about some days in India', async () => {
    const id = await buy(1)
    // 18:29 in London is a minute before midnight in India.
    test.clock.now = new Date('2026-01-01T18:29:59.999Z')
    const late = await buy(2)
    test.clock.now = new Date('2026-01-01T18:30:00Z')
    const next = await buy(3)
    expect(await idsOf('from=2026-01-01&until=2026-01-01')).toEqual([late, id])
    expect(await idsOf('from=2026-01-02')).toEqual([next])
    expect(await idsOf('until=2025-12-31')).toEqual([])
  })

  it('more orders than a page are in the file, each once', async () => {
    const ids = []
    for (const quantity of [1, 2, 3, 4]) {
      test.clock.now = new Date(test.clock.now.getTime() + 1000)
      ids.push(await buy(quantity))
    }
    const { allOrders } = test.shop.storage
    const list = allOrders.list.bind(allOrders)
    allOrders.list = (filter, { cursor }) => list(filter, { limit: 2, cursor })
    expect((await readExport('orders')).map(({ Id }) => Id)).toEqual(ids.toReversed())
  })

  it('the changes of stock add up to the stock', async () => {
    await buy(3)
    const moved = { kind: 'received', units: 12, cost: 30.5, batch: '-B1' }
    await test.call('boss', 'POST', '/admin/products/laddoo/stock', moved, { 'idempotency-key': 'one' })
    const entries = (await readExport('stock')).filter((entry) => entry['Product id'] === 'laddoo')
    expect(entries.map(({ Units }) => Number(Units))).toEqual([12, -3, 10])
    expect(entries[0]).toMatchObject({ Why: 'received', 'Cost of a unit': '30.5', Batch: '-B1' })
  })

  it('what is in stock has a value where its cost is known, and the rest is said', async () => {
    const receive = (id: string, units: number, cost: number) =>
      test.call(
        'boss',
        'POST',
        `/admin/products/${id}/stock`,
        { kind: 'received', units, cost },
        { 'idempotency-key': `${id}-${units}` },
      )
    await receive('laddoo', 5, 30.5)
    await receive('laddoo', 2, 32)
    await buy(9)
    const token = await test.sign({ sub: 'ca', groups: ['accountant'] })
    const { statusCode, json } = await test.shop.app.inject({
      url: '/api/admin/stock-value',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(200)
    // Of 17 laddoos 8 are left: 2 at 32, 5 at 30.50, and one of those that the shop began with.
    expect(json().data).toMatchObject({
      units: 8 + 299,
      cost: 216.5,
      unknownUnits: 1 + 299,
      unknownProducts: 2,
      unknown: [
        { products_id: 'chips', name: 'Chips', units: 299 },
        { products_id: 'laddoo', units: 1 },
      ],
    })
    expect(await readExport('stock-value')).toMatchObject([
      { 'Product id': 'laddoo', Units: '8', 'Units with a known cost': '7', 'Cost of these': '216.5' },
      { 'Product id': 'chips', Units: '299', 'Units with a known cost': '0', 'Cost of these': '0' },
    ])
  })

  it('offers and the log are in files, too', async () => {
    const offer = {
      name: '10 % off',
      code: 'DIWALI',
      terms: { kind: 'percentOff', percent: 10 },
      combines: true,
    }
    await test.call('boss', 'PUT', '/admin/offers/diwali', offer)
    await test.call('boss', 'PUT', '/products/laddoo', { price: 60, description: '' })

    expect(await readExport('offers')).toMatchObject([
      { Id: 'diwali', Code: 'DIWALI', Terms: '{"percent":10}', Uses: '0', State: 'running' },
    ])
    const log = await readExport('log')
    expect(log.filter(({ Id }) => Id === 'laddoo')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Field: 'pricePaise',
          Before: '5000',
          After: '6000',
          By: 'boss@example.in',
        }),
      ]),
    )
  })
}
