import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { replaceOrder } from '@nashta/contracts/orders/desk/order-calls'
import { getPurchase } from '@nashta/contracts/orders/purchase'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const BARFI = 'barfi'
const units = (productId: string, quantity: number) => ({ productId, quantity })
const broken = (quantity: number) => ({ items: [units(BARFI, quantity)], reason: 'Arrived broken' })

/** Units that are sent once more, as an order at ₹0. */
export function replacementsSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout(open)
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
    const { data } = await act(id, 'replacement', broken(1))
    await act(data.purchaseId, 'pack', { step: 'finish' })
    await act(data.purchaseId, 'ship', { courier: 'Delhivery' })
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
