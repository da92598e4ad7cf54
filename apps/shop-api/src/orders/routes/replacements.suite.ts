import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { replaceOrder } from '@nashta/contracts/orders/desk/order-calls'
import { getPurchase } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { settleOrder } from '../events/settle-order.ts'
import { GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const BARFI = 'barfi'
const units = (productId: string, quantity: number) => ({ productId, quantity })
const broken = (quantity: number) => ({ items: [units(BARFI, quantity)], reason: 'Arrived broken' })
const refundOf = (quantity: number) => ({
  items: [units(BARFI, quantity)],
  reason: 'Broken',
  goods: 'lost',
})

/** Units that are sent once more, as an order at ₹0. */
export function replacementsSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout((overrides) =>
    open({ guestCheckout: true, ...overrides }),
  )
  let keys = 0

  beforeEach(async () => {
    for (const role of ['manager', 'packer']) await shop().tokenFor(role, [role])
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 10 })
  })

  const read = async (id: string) => (await shop().call('manager', 'GET', `/admin/orders/${id}`)).data
  const act = (
    id: string,
    action: string,
    body: object = {},
    key = `key-${(keys += 1)}`,
    sub = 'manager',
  ) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body, { 'idempotency-key': key })
  }
  const shipped = async (paymentDetails: object = GOOD_CARD) => {
    const { data } = await place({ items: [units(BARFI, 3)], totalAmount: 1200, paymentDetails })
    const id: string = data.purchaseId
    await act(id, 'pack', { step: 'finish' })
    await act(id, 'ship', { courier: 'Delhivery' })
    return id
  }
  const entries = async () =>
    (await shop().call('manager', 'GET', `/admin/products/${BARFI}/stock`)).data.entries
  const sumOfEntries = async () =>
    (await entries()).reduce((sum: number, entry: { units: number }) => sum + entry.units, 0)

  it('a replacement costs nothing, takes its stock, is packed and shipped, and stands on both orders', async () => {
    const id = await shipped()
    const made = await act(id, 'replacement', broken(2))
    const { data: desk } = parseExactly(replaceOrder.reply, { data: made.data })
    expect(desk).toMatchObject({
      replaces: id,
      totalAmount: 0,
      work: 'pack',
      itemsToPack: 2,
      address: { fullName: 'Asha Rao' },
    })
    const newId = desk.purchaseId
    expect((await read(id)).replacements).toMatchObject([{ purchaseId: newId }])
    expect((await read(id)).timeline.at(-1)).toMatchObject({ kind: 'replaced', note: 'Arrived broken' })
    expect(await stockOf(BARFI)).toBe(5)
    expect(await sumOfEntries()).toBe(5)
    expect((await entries())[0]).toMatchObject({ kind: 'order', units: -2, orderId: newId })

    await act(newId, 'pack', { step: 'finish' })
    const sent = await act(newId, 'ship', { courier: 'Delhivery' })
    expect(sent.data).toMatchObject({ work: 'onTheWay' })
    expect(sent.data.bills).toBeUndefined()
    expect(await act(newId, 'bills')).toMatchObject({
      status: 409,
      message: 'A replacement has no bill: it belongs to the bill of the first order',
    })
    expect((await act(newId, 'deliver')).data).toMatchObject({ work: 'delivered', money: { paid: 0 } })

    const shown = await shop().call('asha', 'GET', `/purchases/order/${newId}`)
    expect(parseExactly(getPurchase.reply, { data: shown.data }).data).toMatchObject({
      replaces: id,
      totalAmount: 0,
    })
    expect(
      (await history()).find(({ purchaseId }: { purchaseId: string }) => purchaseId === id),
    ).toMatchObject({
      replacements: [{ purchaseId: newId }],
    })
    const kinds = (await mails()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'order-replacement')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'order-confirmed')).toHaveLength(1)
  })

  it('a replacement is no sale: the day counts one order, and no courier owes cash for it', async () => {
    const id = await shipped({ method: 'cod' })
    expect(await act(id, 'replacement', broken(1))).toMatchObject({
      status: 409,
      message: 'The cash must be received first: settle the delivery',
    })
    expect((await read(id)).replacements).toBeUndefined()
    await act(id, 'deliver')
    const { data } = await act(id, 'replacement', broken(1))
    await act(data.purchaseId, 'pack', { step: 'finish' })
    await act(data.purchaseId, 'ship', { courier: 'Delhivery' })
    // On DynamoDB a background task adds up the orders of a day.
    await shop().addUpSales()
    const { data: today } = await shop().call('manager', 'GET', '/admin/today')
    expect(JSON.stringify(today)).toContain('"orders":1')
    const { data: cash } = await shop().call('boss', 'GET', '/admin/courier-cash')
    expect(JSON.stringify(cash)).not.toContain(data.purchaseId)
  })

  it('the same key replaces once, and no unit is replaced twice or after its money went back', async () => {
    const id = await shipped()
    const first = await act(id, 'replacement', broken(2), 'once')
    expect((await act(id, 'replacement', broken(2), 'once')).data.purchaseId).toBe(first.data.purchaseId)
    expect(await act(id, 'replacement', broken(1), 'once')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await act(id, 'replacement', broken(2))).toMatchObject({
      status: 409,
      message: 'Of Kaju Barfi, 1 can still be replaced',
    })
    const refund = { items: [units(BARFI, 1)], reason: 'Broken', goods: 'lost' }
    await act(id, 'refund', refund, undefined, 'boss')
    expect(await act(id, 'replacement', broken(1))).toMatchObject({ status: 409 })
    expect((await read(id)).replacements).toHaveLength(1)
    // A replacement that is cancelled gives its units back, and may be made again.
    await act(first.data.purchaseId, 'cancel', { reason: 'Not needed' })
    expect(await stockOf(BARFI)).toBe(7)
    expect(await act(id, 'replacement', broken(2))).toMatchObject({ status: 200 })
    expect(await sumOfEntries()).toBe(5)
  })

  const refuses = { status: 409, message: 'Cancel the replacement first' }
  const allowed = async (id: string, action: string) =>
    (await read(id)).actions.find((each: { action: string }) => each.action === action)?.allowed

  it('while a replacement stands its units are not refunded, and their order is not cancelled', async () => {
    const id = await shipped()
    const { data } = await act(id, 'replacement', broken(2))
    expect(await allowed(id, 'cancel')).toBe(false)
    const cancelled = await act(id, 'cancel', { reason: 'Lost', goods: 'lost' }, undefined, 'boss')
    expect(cancelled).toMatchObject(refuses)
    const status = { orderStatus: 'CANCELLED' }
    expect(await shop().call('boss', 'PUT', `/purchases/order/${id}/status`, status)).toMatchObject(refuses)
    expect(await act(id, 'refund', { reason: 'All', goods: 'lost' }, undefined, 'boss')).toMatchObject(
      refuses,
    )
    expect(await act(id, 'refund', refundOf(2), undefined, 'boss')).toMatchObject(refuses)
    // The third unit is not replaced.
    expect((await act(id, 'refund', refundOf(1), undefined, 'boss')).data).toMatchObject({
      money: { refunded: 400 },
    })
    await act(data.purchaseId, 'cancel', { reason: 'Not needed' })
    expect(await allowed(id, 'cancel')).toBe(true)
    expect(
      (await act(id, 'cancel', { reason: 'Lost', goods: 'lost' }, undefined, 'boss')).data,
    ).toMatchObject({
      orderStatus: 'CANCELLED',
      money: { refunded: 1200 },
    })
  })

  it('goods on their way back of a replaced order are recorded, and no money goes back', async () => {
    const id = await shipped()
    const { data } = await act(id, 'replacement', broken(3))
    const report = { outcome: 'comingBack', reason: 'refused' }
    const back = await act(id, 'undelivered', report)
    expect(back.data).toMatchObject({
      orderStatus: 'SHIPPED',
      parcels: [{ state: 'comingBack' }],
      refunds: [],
    })
    expect((await act(id, 'undelivered', report)).data.version).toBe(back.data.version)
    await act(id, 'goods', { goods: 'back' })
    expect(await stockOf(BARFI)).toBe(7)
    expect(await sumOfEntries()).toBe(7)
    expect((await act(id, 'undelivered', report)).data).toMatchObject({ orderStatus: 'SHIPPED', refunds: [] })
    await act(data.purchaseId, 'cancel', { reason: 'Not needed' })
    expect((await act(id, 'undelivered', report)).data).toMatchObject({ orderStatus: 'CANCELLED' })
    expect((await read(id)).refunds).toHaveLength(1)
    expect(await stockOf(BARFI)).toBe(10)
    expect(await sumOfEntries()).toBe(10)
  })

  it('the erasure of an account covers the replacement of a guest order with its address', async () => {
    const response = await shop().shop.app.inject({
      method: 'POST',
      url: '/api/guest-orders',
      headers: { 'idempotency-key': 'guest-key-0000000000' },
      body: {
        email: 'asha@example.in',
        items: [units(BARFI, 1)],
        totalAmount: 400,
        paymentDetails: GOOD_CARD,
        shippingAddress: { ...homeAddress, fullName: 'Zulekha' },
      },
    })
    const id = response.json<{ data: { order: { purchaseId: string } } }>().data.order.purchaseId
    const handOver = async (each: string) => {
      await act(each, 'pack', { step: 'finish' })
      await act(each, 'ship', { courier: 'Delhivery' })
      await act(each, 'deliver')
    }
    await handOver(id)
    const { data } = await act(id, 'replacement', broken(1))
    await handOver(data.purchaseId)
    expect(await shop().everything()).toContain('Zulekha')
    expect((await shop().call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect(await shop().everything()).not.toContain('Zulekha')
  })

  it('a retry of a replacement that was never placed is checked anew', async () => {
    const id = await shipped()
    // The process dies after the link is stored.
    const link = {
      kind: 'replaced',
      replacement: {
        key: 'key:dead',
        request: contentHash(JSON.stringify([broken(2).items, broken(2).reason])),
        purchaseId: 'never-placed',
        units: broken(2).items,
      },
      reason: broken(2).reason,
    } as const
    const { shop: api, clock } = shop()
    await api.storage.purchases.update(id, (order) =>
      settleOrder(order, link, { at: clock.now, calendar: {} }),
    )
    expect(await act(id, 'replacement', broken(2))).toMatchObject({ status: 409 })
    clock.now = new Date(clock.now.getTime() + 61_000)
    const made = await act(id, 'replacement', broken(2))
    expect(made.status).toBe(200)
    expect(await act(id, 'replacement', broken(2), 'dead')).toMatchObject({
      status: 409,
      message: 'Of Kaju Barfi, 1 can still be replaced',
    })
    expect(await stockOf(BARFI)).toBe(5)
    const { replacements, timeline } = await read(id)
    expect(replacements).toMatchObject([{ purchaseId: made.data.purchaseId }])
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'replaced')).toHaveLength(1)
  })

  it('two operators at once replace a unit once', async () => {
    const id = await shipped()
    const results = await Promise.all([act(id, 'replacement', broken(2)), act(id, 'replacement', broken(2))])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stockOf(BARFI)).toBe(5)
  })

  it('without stock nothing is linked, and an order in the shop or a cancelled one is not replaced', async () => {
    const id = await shipped()
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 1 })
    expect(await act(id, 'replacement', broken(2))).toMatchObject({ status: 409, code: 'OUT_OF_STOCK' })
    const order = await read(id)
    expect(order.replacements).toBeUndefined()
    expect(order.timeline.some(({ kind }: { kind: string }) => kind === 'replaced')).toBe(false)
    const inShop = await place({ items: [units(BARFI, 1)], totalAmount: 400 })
    expect(await act(inShop.data.purchaseId, 'replacement', broken(1))).toMatchObject({ status: 409 })
    await act(id, 'cancel', { reason: 'Came back', goods: 'back' }, undefined, 'boss')
    expect(await act(id, 'replacement', broken(1))).toMatchObject({ status: 409 })
    expect(await act(id, 'replacement', broken(1), undefined, 'packer')).toMatchObject({ status: 403 })
    expect(await act(id, 'replacement', { items: [], reason: 'x' })).toMatchObject({ status: 400 })
  })
}
