import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getCourierCash } from '@nashta/contracts/orders/desk/courier-cash'
import { beforeEach, expect, it } from 'vitest'
import { GOOD_CARD, openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'

const CASH = { method: 'cod' }

/** Cash that couriers collect and pay in, with every storage adapter. */
export function courierCashSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout(open)
  let keys = 0
  beforeEach(async () => {
    for (const role of ['manager', 'accountant', 'packer']) await shop().tokenFor(role, [role])
  })
  const call = (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    sub = 'manager',
    key = `k${(keys += 1)}`,
  ) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call(sub, method, path, body, { 'idempotency-key': key })
  }
  const shipped = async (trackingNumber: string, courier = 'Delhivery', paymentDetails: object = CASH) => {
    const { data } = await place({ paymentDetails }, { 'idempotency-key': `p${(keys += 1)}` })
    await call('POST', `/admin/orders/${data.purchaseId}/ship`, { courier, trackingNumber })
    return data.purchaseId as string
  }
  const read = async (sub?: string) => {
    const { data } = await call('GET', '/admin/courier-cash', undefined, sub)
    return parseExactly(getCourierCash.reply, { data }).data
  }
  const pay = (lines: [number: string, amount: number][], fields: object = {}, key?: string) =>
    call(
      'POST',
      '/admin/courier-cash/payments',
      {
        courier: 'Delhivery',
        day: '2026-01-05',
        amount: lines.reduce((sum, [, amount]) => sum + amount, 0),
        lines: lines.map(([number, amount]) => ({ number, amount })),
        ...fields,
      },
      'manager',
      key,
    )

  it('what a courier has and has not paid is owed, and what it pays is compared order by order', async () => {
    const first = await shipped('DL1')
    const second = await shipped('DL2')
    const third = await shipped('BD3', 'Blue Dart')
    await shipped('CARD1', 'Delhivery', GOOD_CARD)
    await call('POST', `/admin/orders/${first}/deliver`, {})
    expect(await read('accountant')).toMatchObject({
      couriers: [
        { courier: 'Delhivery', orders: 2, owed: 1118 },
        { courier: 'Blue Dart', orders: 1, owed: 559 },
      ],
      orders: [
        { orderId: first, trackingNumber: 'DL1', isDelivered: true, amount: 559, paid: 0 },
        { orderId: second, isDelivered: false },
        { orderId: third },
      ],
    })
    const { data } = await pay(
      [
        ['dl1', 559],
        ['DL2', 500],
        ['DL99', 300],
      ],
      { reference: 'NEFT 7' },
    )
    expect(data.payments).toMatchObject([
      {
        courier: 'Delhivery',
        amount: 1359,
        reference: 'NEFT 7',
        by: 'manager@example.in',
        lines: [
          { orderId: first, amount: 559, owed: 559 },
          { orderId: second, amount: 500, owed: 559 },
          { number: 'DL99', amount: 300 },
        ],
      },
    ])
    expect(data.payments[0].lines[2]).not.toHaveProperty('orderId')
    expect(data.orders).toMatchObject([{ orderId: second, paid: 500 }, { orderId: third }])
    expect(data.couriers).toMatchObject([
      { courier: 'Blue Dart', owed: 559 },
      { courier: 'Delhivery', owed: 59 },
    ])
    // The rest comes later, with the number of the order.
    const rest = await pay([[second.slice(-8), 59]])
    expect(rest.data.orders).toMatchObject([{ orderId: third }])
  })

  it('a parcel with another courier and number is owed by that one, and found by its number', async () => {
    const id = await shipped('DL1')
    const { data: order } = await call('GET', `/admin/orders/${id}`)
    const corrected = { parcelId: 'P1', courier: 'Blue Dart', trackingNumber: 'BD9', version: order.version }
    await call('POST', `/admin/orders/${id}/parcels`, corrected)
    expect(await read()).toMatchObject({
      couriers: [{ courier: 'Blue Dart', orders: 1, owed: 559 }],
      orders: [{ orderId: id, courier: 'Blue Dart', trackingNumber: 'BD9' }],
    })
    const { data } = await pay([
      ['DL1', 1],
      ['bd9', 500],
    ])
    expect(data.payments[0].lines).toMatchObject([{ number: 'DL1' }, { orderId: id, owed: 559 }])
    expect(data.payments[0].lines[0]).not.toHaveProperty('orderId')
    expect(data.couriers).toEqual([{ courier: 'Blue Dart', orders: 1, owed: 59 }])
    await pay([['BD9', 59]])
    expect((await read()).couriers).toEqual([])
  })

  it('a payment of parcels of very many couriers is refused', async () => {
    const numbers = ['A1', 'A2', 'A3', 'A4', 'A5']
    for (const number of numbers) await shipped(number, `Courier ${number}`)
    expect(await pay(numbers.map((number) => [number, 559]))).toMatchObject({
      status: 400,
      message: 'One payment has parcels of at most 4 couriers',
    })
    expect((await read()).couriers).toHaveLength(5)
  })

  it('a wrong entry is undone, and a repeated one is stored once', async () => {
    await shipped('DL1')
    await pay([['DL1', 559]], {}, 'same')
    const { data } = await pay([['DL1', 559]], {}, 'same')
    expect([data.payments.length, data.orders.length]).toEqual([1, 0])
    const { paymentId } = data.payments[0]
    const path = `/admin/courier-cash/payments/${encodeURIComponent(paymentId)}/undo`
    expect((await call('POST', path, {})).data.orders).toMatchObject([{ paid: 0 }])
    const again = await call('POST', path, {})
    expect(again.data.payments[0].undoneAt).toBeDefined()
    expect(again.data.couriers).toMatchObject([{ owed: 559 }])
    const log = await shop().call('boss', 'GET', '/admin/log?kind=shop')
    expect(log.data.entries.map(({ action }: { action: string }) => action)).toEqual(['delete', 'create'])
  })

  it('a payment is undone however long its key is', async () => {
    const id = await shipped('DL1')
    const { data } = await pay([['DL1', 500]], {}, 'k'.repeat(128))
    const { paymentId } = data.payments[0]
    const path = `/admin/courier-cash/payments/${encodeURIComponent(paymentId)}/undo`
    expect(await call('POST', path, {})).toMatchObject({
      status: 200,
      data: { orders: [{ orderId: id, paid: 0 }] },
    })
  })

  it('cash that was not collected is not owed', async () => {
    const id = await shipped('DL1')
    await call('POST', `/admin/orders/${id}/undelivered`, { outcome: 'comingBack', reason: 'refused' })
    expect(await read()).toMatchObject({ couriers: [], orders: [], nextCursor: null })
    expect((await pay([['DL1', 559]])).data.payments[0].lines[0]).not.toHaveProperty('orderId')
  })

  it('what a courier has paid for an order that comes back later stays visible until it is settled', async () => {
    const id = await shipped('DL1')
    await pay([['DL1', 559]])
    await call('POST', `/admin/orders/${id}/undelivered`, { outcome: 'comingBack', reason: 'refused' })
    expect(await read()).toMatchObject({
      couriers: [{ courier: 'Delhivery', owed: -559 }],
      orders: [{ orderId: id, hasComeBack: true, amount: 0, paid: 559 }],
      payments: [{ lines: [{ orderId: id, amount: 559, owed: 559 }] }],
    })
    await shipped('DL2')
    // The courier keeps it back from what it pays next.
    const { data } = await pay([
      ['DL2', 559],
      ['DL1', -500],
    ])
    expect(data.orders).toMatchObject([{ orderId: id, paid: 59 }])
    expect(data.payments[0].lines).toMatchObject([{ owed: 559 }, { amount: -500, owed: -559 }])
    const settled = await pay([['DL1', -59]], { amount: 1 })
    expect(settled.data.orders).toEqual([])
    const { paymentId } = settled.data.payments[0]
    const undone = await call(
      'POST',
      `/admin/courier-cash/payments/${encodeURIComponent(paymentId)}/undo`,
      {},
    )
    expect(undone.data.orders).toMatchObject([{ orderId: id, paid: 59 }])
  })

  it('the key of a payment is refused for another payment', async () => {
    await shipped('DL1')
    await pay([['DL1', 559]], {}, 'same')
    expect(await pay([['DL1', 500]], {}, 'same')).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect((await read()).payments).toHaveLength(1)
  })

  it('accountants read, managers record, packers see nothing, and a file has what is open', async () => {
    const id = await shipped('DL1')
    expect(await call('GET', '/admin/courier-cash', undefined, 'packer')).toMatchObject({ status: 403 })
    const body = { courier: 'X', day: '2026-01-05', amount: 1, lines: [{ number: 'DL1', amount: 1 }] }
    expect(await call('POST', '/admin/courier-cash/payments', body, 'accountant')).toMatchObject({
      status: 403,
    })
    expect(await pay([])).toMatchObject({ status: 400 })
    const file = await shop().shop.app.inject({
      url: '/api/admin/courier-cash/table',
      headers: { authorization: `Bearer ${await shop().tokenFor('manager')}` },
    })
    // As in the file of orders: the number without a sign, and the day in India.
    expect(file.body).toContain(`\n${id.slice(-8)},Delhivery,DL1,2026-01-01,no,559,0,559\r\n`)
  })
}
