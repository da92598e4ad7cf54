import { COD_NOT_OFFERED } from '@nashta/contracts/delivery/delivery-texts'
import { LINK_HOURS, WAITING_PER_OPERATOR } from '@nashta/contracts/orders/desk/take-order'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { TEST_PAYMENTS } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const COLLECTOR = { fullName: 'Meera Nair', phoneNumber: '98123 45678' }
const LINK = { way: 'link', method: 'upi' }

/** Orders that operators take by phone or at the counter, on every adapter. */
export function takeOrderSuite(open: OpenTestShop) {
  const { shop, place, mails, stockOf } = openCheckout((overrides) =>
    open({ payments: { ...TEST_PAYMENTS, providers: ['upi', 'simulator'] }, ...overrides }),
  )
  let keys = 0
  beforeEach(async () => {
    keys = 0
    for (const role of ['manager', 'packer', 'shipper', 'accountant']) await shop().tokenFor(role, [role])
  })

  const take = (fields: object = {}, sub = 'manager', key = `desk-key-${(keys += 1)}`) =>
    shop().call(
      sub,
      'POST',
      '/admin/orders',
      {
        items: [{ productId: 'laddoo', quantity: 2 }],
        totalAmount: 559,
        payment: { way: 'onDelivery' },
        address: homeAddress,
        ...fields,
      },
      { 'idempotency-key': key },
    )
  const collected = { address: undefined, collector: COLLECTOR }
  const act = (id: string, action: string, body: object = {}) =>
    shop().call('manager', 'POST', `/admin/orders/${id}/${action}`, body)
  const quote = async (fields: object = {}) =>
    (
      await shop().call('manager', 'POST', '/admin/orders/quote', {
        items: [{ productId: 'laddoo', quantity: 2 }],
        address: homeAddress,
        ...fields,
      })
    ).data

  it('an order by phone needs no account and no mail, and is packed and shipped like any other', async () => {
    const { status, data } = await take({ details: { giftMessage: 'Happy Onam' } })
    expect([status, data.order.work, data.order.isCollected]).toEqual([201, 'pack', false])
    expect(data.order.details).toEqual({ giftMessage: 'Happy Onam' })
    expect(data.order.timeline[0]).toMatchObject({ kind: 'placed', by: 'manager@example.in' })
    const id = data.order.purchaseId
    const linked = await shop().shop.app.inject({
      url: `/api/order-links/${data.order.link.split('/').at(-1)}`,
    })
    expect(linked.statusCode).toBe(200)
    await act(id, 'ship', { courier: 'DTDC' })
    expect((await act(id, 'deliver')).data).toMatchObject({ work: 'delivered', payment: { state: 'paid' } })
    expect(await mails()).toEqual([])
    const log = await shop().call('manager', 'GET', `/admin/log?kind=order&subject=${id}`)
    expect(log.data.entries.at(-1)).toMatchObject({ action: 'create', by: { sub: 'manager' } })
  })

  it('whoever takes orders can send their link again, also of an order that owes money, and nobody else can', async () => {
    const { data } = await take({ payment: { way: 'cash' } })
    const { purchaseId, link, version } = data.order
    const items = [{ productId: 'laddoo', quantity: 3 }]
    const tried = await act(purchaseId, 'edits/try', { items, address: homeAddress, version })
    const body = { items, address: homeAddress, version, totalAmount: tried.data.edit.total.after }
    const path = `/admin/orders/${purchaseId}/edits`
    await shop().call('manager', 'POST', path, body, { 'idempotency-key': 'dearer' })
    const read = async (sub: string) => (await shop().call(sub, 'GET', `/admin/orders/${purchaseId}`)).data
    expect(await read('manager')).toMatchObject({ link, owed: { amount: 279.5 } })
    for (const role of ['packer', 'shipper', 'accountant']) expect((await read(role)).link).toBeUndefined()
    const linked = await shop().shop.app.inject({ url: `/api/order-links/${link.split('/').at(-1)}` })
    expect(linked.json().data).toMatchObject({ owed: { amount: 279.5 } })
  })

  it('a known address gets the mails', async () => {
    await take({ email: 'Meera@Example.in' })
    expect((await mails()).map(({ kind }) => kind)).toEqual(['order-confirmed'])
    await expect.poll(async () => (await shop().mailbox.list('meera@example.in')).length).toBe(1)
  })

  it('a repeated key takes one order, and another order with the key is refused', async () => {
    const item = { items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400 }
    const first = await take(item, 'manager', 'one-key')
    const again = await take(item, 'manager', 'one-key')
    expect(again.data.order.purchaseId).toBe(first.data.order.purchaseId)
    expect(await stockOf('barfi')).toBe(0)
    expect((await take(collected, 'manager', 'one-key')).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await take(item)).code).toBe('OUT_OF_STOCK')
    const headless = await shop().call('manager', 'POST', '/admin/orders', { ...item, payment: LINK })
    expect(headless.status).toBe(400)
  })

  const owedByCouriers = async () => (await shop().call('manager', 'GET', '/admin/courier-cash')).data.orders

  it('no courier owes cash that the shop has received, and one owes what is paid on delivery', async () => {
    const paid = await take({ payment: { way: 'cash' } })
    await act(paid.data.order.purchaseId, 'ship', { courier: 'DTDC' })
    expect(await owedByCouriers()).toEqual([])
    const due = await take({ payment: { way: 'onDelivery' } })
    await act(due.data.order.purchaseId, 'ship', { courier: 'DTDC' })
    expect(await owedByCouriers()).toHaveLength(1)
  })

  it('an order that is collected is paid in cash, packed, and handed over without a courier', async () => {
    const { data } = await take({ ...collected, payment: { way: 'cash' } })
    const id = data.order.purchaseId
    expect(data.order).toMatchObject({ isCollected: true, payment: { method: 'cod', state: 'paid' } })
    expect((await act(id, 'deliver')).code).toBe('ILLEGAL_TRANSITION')
    expect((await act(id, 'ship', { courier: 'DTDC' })).code).toBe('ILLEGAL_TRANSITION')
    await act(id, 'pack', { step: 'finish' })
    expect((await act(id, 'ship', { courier: 'DTDC' })).code).toBe('ILLEGAL_TRANSITION')
    const handed = await act(id, 'deliver')
    expect(handed.data).toMatchObject({ work: 'delivered', money: { paid: 559 } })
    expect(await owedByCouriers()).toEqual([])
    // The goods have left the shop, so a bill is due.
    await shop().shop.reconcile()
    expect((await shop().call('manager', 'GET', `/admin/orders/${id}`)).data.bills).toHaveLength(1)
    // The money is given back by hand.
    const refunded = await shop().call(
      'manager',
      'POST',
      `/admin/orders/${id}/refund`,
      { amount: 59, reason: 'Late' },
      { 'idempotency-key': 'r1' },
    )
    expect(refunded.data).toMatchObject({ refundsByHand: true, refunds: [{ amount: 59 }] })
  })

  it('a discount with a reason replaces the offers, and is divided over the lines', async () => {
    const items = [
      { productId: 'laddoo', quantity: 2 },
      { productId: 'barfi', quantity: 1 },
    ]
    const discount = { amount: 100, reason: 'Broken last time' }
    const priced = await quote({ items, discount })
    expect(priced).toMatchObject({
      totalAmount: 859,
      discounts: [{ name: 'Broken last time', amount: 100 }],
    })
    const { data } = await take({ items, discount, totalAmount: 859 })
    expect(data.order).toMatchObject({
      totalAmount: 859,
      discounts: [{ name: 'Broken last time', amount: 100 }],
    })
    const parts: number[] = data.order.lines.map(({ discount: part }: { discount: number }) => part)
    expect(parts).toEqual([58.29, 41.71])
    // A larger discount than the goods is one of all goods.
    expect((await quote({ discount: { amount: 9999, reason: 'A gift' } })).totalAmount).toBe(0)
    for (const wrong of [
      { amount: 0, reason: 'A gift' },
      { amount: 10, reason: '' },
      { amount: 1e12, reason: 'A gift' },
    ])
      expect((await take({ discount: wrong })).status).toBe(400)
    expect((await take({ discount, totalAmount: 559 })).code).toBe('PRICE_CHANGED')
  })

  it('collected goods have no fee, and an edit keeps that and the discount by hand', async () => {
    const rest = { delivers: true, fee: 50, days: 5, cod: true }
    await shop().call('boss', 'PUT', '/admin/shop', aShop({ delivery: { zones: [], rest } }))
    expect(await quote()).toEqual({ shippingFee: 50, totalAmount: 609 })
    const discount = { amount: 59, reason: 'Broken last time' }
    const { data } = await take({ ...collected, discount, totalAmount: 500 })
    const { purchaseId, version, address } = data.order
    const items = [{ productId: 'laddoo', quantity: 1 }]
    const tried = await act(purchaseId, 'edits/try', { items, address, version })
    expect(tried.data.edit.total).toEqual({ before: 500, after: 220.5 })
  })

  it('an order by link waits a day for its payment, and then gives its stock back', async () => {
    const { data } = await take({
      items: [{ productId: 'barfi', quantity: 1 }],
      totalAmount: 400,
      payment: LINK,
    })
    expect(data.order).toMatchObject({ work: 'waiting', payment: { method: 'upi', state: 'waiting' } })
    expect(await stockOf('barfi')).toBe(0)
    const { clock } = shop()
    clock.now = new Date(clock.now.getTime() + (LINK_HOURS - 1) * 3_600_000)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(0)
    clock.now = new Date(clock.now.getTime() + 2 * 3_600_000)
    await shop().shop.reconcile()
    expect(await stockOf('barfi')).toBe(1)
  })

  it('a customer without an e-mail address gets the time to look for a payment, whatever others claim', async () => {
    for (let count = 1; count <= 3; count += 1) {
      const { data } = await take({ payment: LINK })
      const { statusCode } = await shop().shop.app.inject({
        method: 'POST',
        url: `/api/order-links/${data.order.link.split('/').at(-1)}/paid`,
        body: { reference: `40291111222${count}` },
      })
      const { payment } = (await act(data.order.purchaseId, 'note', { text: 'Rang again' })).data
      const hours = (Date.parse(payment.expiresAt) - shop().clock.now.getTime()) / 3_600_000
      expect([statusCode, payment.state, hours > LINK_HOURS]).toEqual([200, 'claimed', true])
    }
  })

  it('few orders of one operator wait for a payment at once; cash orders do not count', async () => {
    for (let count = 0; count < WAITING_PER_OPERATOR; count += 1) await take({ payment: LINK })
    expect((await take({ payment: LINK })).code).toBe('OPEN_ORDERS_LIMITED')
    expect((await take()).status).toBe(201)
    await shop().tokenFor('other', ['manager'])
    expect((await take({ payment: LINK }, 'other')).status).toBe(201)
  })

  it('somebody from whom no cash is taken pays at once or by link', async () => {
    await place({ paymentDetails: { method: 'cod' } })
    await shop().call('manager', 'PUT', '/admin/customers/asha', { takesNoCash: true })
    const refused = { code: 'COD_UNAVAILABLE', message: COD_NOT_OFFERED }
    expect(await take()).toMatchObject(refused)
    expect(
      await take({ ...collected, collector: { ...COLLECTOR, phoneNumber: homeAddress.phoneNumber } }),
    ).toMatchObject(refused)
    expect((await take({ payment: { way: 'cash' } })).status).toBe(201)
    expect((await take({ payment: LINK })).status).toBe(201)
  })

  it('the order is in the row of the customer whom the operator has chosen', async () => {
    await place({ paymentDetails: { method: 'cod' } })
    await take({ customerId: 'asha', address: { ...homeAddress, phoneNumber: '9812345678' } })
    const { customers } = (await shop().call('manager', 'GET', '/admin/customers')).data
    expect(customers).toMatchObject([{ customerId: 'asha', orders: 2, joined: 1 }])
    // The shopper's own pages show what they ordered themselves.
    expect((await shop().call('asha', 'GET', '/purchases/asha')).data.purchases).toHaveLength(1)
  })

  it('only managers take orders, and so nobody else gives a discount', async () => {
    for (const role of ['packer', 'shipper', 'accountant', 'asha']) {
      expect((await take({}, role)).status).toBe(403)
      const body = { items: [{ productId: 'laddoo', quantity: 1 }] }
      expect((await shop().call(role, 'POST', '/admin/orders/quote', body)).status).toBe(403)
    }
  })

  it('a quote knows the fee of the delivery, and an order that is collected has none', async () => {
    expect(await quote()).toEqual({ shippingFee: 0, totalAmount: 559 })
    expect(await quote({ address: undefined })).toEqual({ shippingFee: 0, totalAmount: 559 })
    expect(await quote({ items: [{ productId: 'gone', quantity: 1 }] })).toBeUndefined()
  })
}
