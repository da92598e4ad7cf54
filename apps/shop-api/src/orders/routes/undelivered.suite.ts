import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getToday } from '@nashta/contracts/orders/desk/today'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const CASH = { method: 'cod' }
/** Barfi is back, and so much of it cannot be sold any more. */
const waste = (quantity: number) => ({ goods: 'back', waste: [{ productId: 'barfi', quantity }] })

/** Orders that a courier could not hand over: what becomes of goods and money, on every adapter. */
export function undeliveredSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout(open)

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
    await shop().call('admin', 'PUT', '/products/barfi', { stock: 10 })
  })
  const act = (id: string, action: string, body: object, sub = 'manager') => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body)
  }
  const shipped = async (paymentDetails: object = CASH) => {
    const items = [{ productId: 'barfi', quantity: 3 }]
    const { data } = await place({ items, totalAmount: 1200, paymentDetails })
    await act(data.purchaseId, 'ship', { courier: 'Delhivery', trackingNumber: 'DL1' })
    return data.purchaseId as string
  }
  const report = (id: string, outcome: string, reason: string, sub?: string) =>
    act(id, 'undelivered', { outcome, reason }, sub)
  const revenue = async () => {
    await shop().addUpSales()
    // A storage may cache the totals for a while.
    shop().clock.now = new Date(shop().clock.now.getTime() + 60_000)
    const { data } = await shop().call('manager', 'GET', '/admin/today')
    const { days } = parseExactly(getToday.reply, { data }).data
    return days.reduce((sum, day) => sum + (day.revenue ?? 0), 0)
  }

  it('a parcel that nobody could take is tried again, the shopper sees why, and it may still arrive', async () => {
    const id = await shipped()
    const tried = await report(id, 'tryAgain', 'nobodyThere')
    expect(tried.data).toMatchObject({
      orderStatus: 'SHIPPED',
      work: 'onTheWay',
      parcels: [{ state: 'notDelivered' }],
    })
    const repeated = await report(id, 'tryAgain', 'nobodyThere')
    expect(repeated.data.version).toBe(tried.data.version)
    const [order] = await history()
    expect(order.timeline.at(-1)).toMatchObject({
      kind: 'notDelivered',
      note: 'Nobody could take the parcel',
    })
    expect((await act(id, 'deliver', {})).data).toMatchObject({ parcels: [{ state: 'delivered' }] })
    expect(await report(id, 'tryAgain', 'refused')).toMatchObject({ status: 409 })
    expect(await revenue()).toBe(1200)
  })

  const triedMails = async () => (await mails()).filter(({ kind }) => kind === 'order-not-delivered')

  it('the shopper has one mail for each try', async () => {
    const id = await shipped()
    await report(id, 'tryAgain', 'nobodyThere')
    await report(id, 'tryAgain', 'nobodyThere')
    expect(await triedMails()).toHaveLength(1)
    shop().clock.now = new Date(shop().clock.now.getTime() + 24 * 60 * 60 * 1000)
    await report(id, 'tryAgain', 'nobodyThere')
    expect(await triedMails()).toHaveLength(2)
    await report(id, 'comingBack', 'refused')
    expect(await triedMails()).toHaveLength(2)
    const text = async () =>
      (await shop().mailbox.list('asha@example.in')).find(({ subject }) => subject.includes('delivered yet'))
        ?.text
    await expect.poll(text).toContain('Nobody could take the parcel. The courier will try again')
  })

  it('a refused cash order is no revenue, and its goods are sold again or are waste', async () => {
    const id = await shipped()
    expect(await revenue()).toBe(1200)
    const returning = await report(id, 'comingBack', 'refused')
    expect(returning.data).toMatchObject({
      orderStatus: 'CANCELLED',
      parcels: [{ state: 'comingBack' }],
      payment: { state: 'unpaid' },
      refunds: [],
      lines: [{ expectedBack: 3 }],
    })
    expect((await report(id, 'comingBack', 'refused')).data.version).toBe(returning.data.version)
    expect(await revenue()).toBe(0)
    expect(await stockOf('barfi')).toBe(7)
    expect((await mails()).filter(({ kind }) => kind === 'order-cancelled')).toHaveLength(1)

    expect(await act(id, 'goods', waste(4))).toMatchObject({
      status: 409,
      message: 'More units are waste than were expected back',
    })
    const back = await act(id, 'goods', waste(1))
    expect(back.data).toMatchObject({ parcels: [{ state: 'back' }], lines: [{ expectedBack: 0 }] })
    expect((await act(id, 'goods', waste(1))).data.version).toBe(back.data.version)
    expect(await stockOf('barfi')).toBe(9)
    const { data } = await shop().call('manager', 'GET', '/admin/products/barfi/stock')
    expect(data.entries[0]).toMatchObject({ kind: 'back', units: 2, orderId: id })
  })

  it('a parcel with goods that are not counted comes back into the shop, too', async () => {
    await shop().call('admin', 'PUT', '/products/barfi', { stock: null })
    const id = await shipped()
    const returning = await report(id, 'comingBack', 'refused')
    expect(returning.data).toMatchObject({
      lines: [{ expectedBack: 0 }],
      actions: expect.arrayContaining([{ action: 'goods', allowed: true }]),
    })
    expect(await act(id, 'goods', waste(1))).toMatchObject({ status: 409 })
    const back = await act(id, 'goods', { goods: 'back' })
    expect(back.data).toMatchObject({ parcels: [{ state: 'back' }] })
    expect((await act(id, 'goods', { goods: 'back' })).data.version).toBe(back.data.version)
    expect(await act(id, 'goods', { goods: 'lost' })).toMatchObject({ status: 409 })
    expect(await stockOf('barfi')).toBeUndefined()
  })

  it('of a paid order that comes back, all money goes back once', async () => {
    const id = await shipped(GOOD_CARD)
    await report(id, 'tryAgain', 'addressNotFound')
    const { data } = await report(id, 'comingBack', 'addressNotFound')
    expect(data.refunds).toMatchObject([{ amount: 1200, reason: 'The courier did not find the address' }])
    expect(await revenue()).toBe(0)
    await act(id, 'goods', { goods: 'lost' })
    expect(await stockOf('barfi')).toBe(7)
  })

  it('only a shipped order can be undelivered, and only a manager says so', async () => {
    const { data } = await place({ paymentDetails: CASH })
    expect(await report(data.purchaseId, 'tryAgain', 'lost')).toMatchObject({
      status: 409,
      message: 'Only an order that is on its way can be undelivered',
    })
    const id = await shipped()
    expect(await report(id, 'comingBack', 'lost', 'shipper')).toMatchObject({ status: 403 })
    expect(await report(id, 'comingBack', 'because')).toMatchObject({ status: 400 })
  })
}
