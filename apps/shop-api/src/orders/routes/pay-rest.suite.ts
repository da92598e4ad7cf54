import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { takeBackEdit } from '@nashta/contracts/orders/desk/order-edit-calls'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import { payRest } from '@nashta/contracts/orders/order-actions'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { readMailEntry } from '@nashta/mail/mail-topic'
import { renderContent } from '@nashta/mail/render-content'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBillStore } from '../../bills/bill-store.ts'
import { deliveryOf } from '../../payments/provider-drivers.fixture.ts'
import { type OpenTestShop, TEST_PAYMENTS } from '../../shop.fixture.ts'
import type { OrderMail } from '../order/purchase-store.ts'
import { orderMailEntry } from '../views/order-mails.ts'
import { card, GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const HOUR_MS = 3_600_000
const BARFI = 'barfi'
const UPI_QR = { method: 'hosted', choice: 'upi' }
const REDIRECT_CARD = card('4000000000003220')
const DECLINED_CARD = card('4000000000000002')
const REFUND_FAILS_CARD = card('4000000000005126')

const SLOW_REFUND_CARD = card('4000000000007726')

const units = (productId: string, quantity: number) => ({ productId, quantity })

/** Paid orders that cost more after an edit: the rest is paid, waited for, or the edit undone. */
function payRestSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout((overrides) =>
    open({ guestCheckout: true, ...overrides, payments: { ...TEST_PAYMENTS, providers: ['simulator'] } }),
  )
  let keys = 0

  beforeEach(async () => {
    for (const role of ['manager', 'packer']) await shop().tokenFor(role, [role])
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 10 })
  })

  const pass = (ms: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + ms)
  }
  const read = async (id: string, sub = 'manager') =>
    (await shop().call(sub, 'GET', `/admin/orders/${id}`)).data
  const act = async (id: string, action: string, body: object = {}, sub = 'manager') => {
    pass(1000)
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body, {
      'idempotency-key': `key-${(keys += 1)}`,
    })
  }
  /** Two boxes of barfi at ₹400, paid. */
  const ordered = async (paymentDetails: object = GOOD_CARD): Promise<string> => {
    const { data } = await place({ items: [units(BARFI, 2)], totalAmount: 800, paymentDetails })
    return data.purchaseId
  }
  const edit = async (id: string, quantity: number) => {
    const { version } = await read(id)
    const items = [units(BARFI, quantity)]
    const totalAmount = quantity * 400
    return act(id, 'edits', { items, address: homeAddress, version, totalAmount })
  }
  const dearer = async (paymentDetails?: object) => {
    const id = await ordered(paymentDetails)
    await edit(id, 3)
    return id
  }
  const pay = (
    id: string,
    paymentDetails: object = GOOD_CARD,
    { amount = 400, key = `pay-${(keys += 1)}` } = {},
  ) =>
    shop().call(
      'asha',
      'POST',
      `/purchases/order/${id}/rest`,
      { paymentDetails, amount },
      {
        'idempotency-key': key,
      },
    )
  const pack = async (id: string) => act(id, 'pack', { step: 'finish', version: (await read(id)).version })
  const kindsOf = async () => (await mails()).map(({ kind }) => kind)
  const countOf = async (kind: string) => (await kindsOf()).filter((each) => each === kind).length
  const sumOfEntries = async () => {
    const { data } = await shop().call('manager', 'GET', `/admin/products/${BARFI}/stock`)
    return data.entries.reduce((sum: number, entry: { units: number }) => sum + entry.units, 0)
  }
  const textOf = async (id: string, mail: { mail: 'edited' | 'cancelled'; refundId?: string }) => {
    const order = await shop().shop.storage.purchases.find(id)
    const entry = order && orderMailEntry(order, mail, 'https://snacks.example')
    return renderContent(readMailEntry({ payload: entry?.payload ?? '' }, null).content).text
  }
  const reconcileAfter = async (ms: number) => {
    pass(ms)
    await shop().shop.reconcile()
  }

  it('the shopper reads in the one mail what is left to pay, pays it by card, and the order is packed then', async () => {
    const id = await ordered()
    const { data } = await edit(id, 3)
    expect(data.edit).toMatchObject({ owed: 400, total: { before: 800, after: 1200 } })
    expect(data.order).toMatchObject({ work: 'waiting', owed: { amount: 400 }, money: { paid: 800 } })
    expect(await stockOf(BARFI)).toBe(7)
    expect(await textOf(id, { mail: 'edited' })).toContain('₹400 is left to pay, on the page of your order')
    expect(await pack(id)).toMatchObject({
      status: 409,
      message: '₹400 is owed: wait for the payment, or take the change back',
    })
    expect((await history())[0]).toMatchObject({ owed: { amount: 400 }, editRefusal: 'undo' })

    const paid = await pay(id)
    const { data: shown } = parseExactly(payRest.reply, { data: paid.data })
    expect(shown).toMatchObject({ totalAmount: 1200, orderStatus: 'CONFIRMED' })
    expect([shown.owed, shown.editRefusal]).toEqual([undefined, undefined])
    expect(shown.timeline?.at(-1)).toMatchObject({ kind: 'paid', amount: 400 })
    // The outbox of DynamoDB lists its mails in any order.
    expect((await kindsOf()).toSorted()).toEqual(['order-confirmed', 'order-edited', 'order-rest-paid'])
    const desk = await read(id)
    expect(desk).toMatchObject({
      work: 'pack',
      money: { paid: 1200, remains: 1200 },
      payments: [{ amount: 800 }, { amount: 400 }],
    })
    expect(await pack(id)).toMatchObject({ status: 200 })
    const shipped = await act(id, 'ship', { courier: 'Delhivery' })
    expect(shipped.data.bills).toHaveLength(1)
    expect(await sumOfEntries()).toBe(7)
  })

  it('the same key pays once, another sum is refused, and nothing is paid twice', async () => {
    const id = await dearer()
    expect(await pay(id, GOOD_CARD, { amount: 500 })).toMatchObject({ status: 409, code: 'AMOUNT_DIFFERS' })
    expect(await pay(id, { method: 'cod' })).toMatchObject({ code: 'PAYMENT_METHOD_UNAVAILABLE' })
    expect(await pay(id, GOOD_CARD, { key: 'once' })).toMatchObject({ status: 200 })
    expect(await pay(id, GOOD_CARD, { key: 'once' })).toMatchObject({ status: 200 })
    expect(await pay(id)).toMatchObject({ status: 409, code: 'NOT_WAITING_FOR_PAYMENT' })
    expect((await read(id)).money).toMatchObject({ paid: 1200 })
    const without = await shop().call('asha', 'POST', `/purchases/order/${id}/rest`, {
      paymentDetails: GOOD_CARD,
      amount: 400,
    })
    expect(without).toMatchObject({ status: 400 })
    expect(
      await shop().call(
        'mallory',
        'POST',
        `/purchases/order/${id}/rest`,
        { paymentDetails: GOOD_CARD, amount: 400 },
        { 'idempotency-key': 'm' },
      ),
    ).toMatchObject({ status: 404 })
  })

  it('two payments at once take the money once', async () => {
    const id = await dearer()
    const results = await Promise.all([pay(id), pay(id), pay(id)])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    const { money, payments, refunds } = await read(id)
    expect(money).toMatchObject({ paid: 1200, remains: 1200 })
    expect(payments).toHaveLength(2)
    expect(refunds).toEqual([])
  })

  it('a declined payment leaves the rest to pay, and another card pays it', async () => {
    const id = await dearer()
    expect(await pay(id, DECLINED_CARD)).toMatchObject({ status: 402, code: 'PAYMENT_DECLINED' })
    expect((await history())[0].owed).toMatchObject({
      amount: 400,
      payment: { state: 'unpaid', message: 'Your card was declined. Please try another card.' },
    })
    expect(await pay(id)).toMatchObject({ status: 200 })
    expect((await read(id)).money).toMatchObject({ paid: 1200 })
  })

  it('on the page of a bank, repeated messages pay once, and the browser comes back to the order', async () => {
    const id = await dearer()
    const { data } = await pay(id, REDIRECT_CARD)
    const { fields } = data.owed.payment.form
    expect(data.owed.payment.state).toBe('waiting')
    const body = new URLSearchParams({ ...fields, result: 'paid' }).toString()
    const send = deliveryOf(shop(), { path: `simulator/return?order=${fields.order}`, body })
    expect(await send()).toBe(303)
    expect(await send()).toBe(303)
    expect((await read(id)).money).toMatchObject({ paid: 1200, remains: 1200 })
    expect(await countOf('order-rest-paid')).toBe(1)
  })

  it('a second try replaces the first; whichever is paid first counts, and the other goes back', async () => {
    const id = await dearer()
    const first = (await pay(id, REDIRECT_CARD)).data.owed.payment.form.fields
    const second = (await pay(id, REDIRECT_CARD)).data.owed.payment.form.fields
    for (const fields of [first, second]) {
      const body = new URLSearchParams({ ...fields, result: 'paid' }).toString()
      await deliveryOf(shop(), { path: `simulator/return?order=${fields.order}`, body })()
    }
    await reconcileAfter(1000)
    expect(await read(id)).toMatchObject({
      work: 'pack',
      money: { paid: 1200, remains: 1200 },
      refunds: [{ amount: 400, state: 'done' }],
    })
  })

  it('what is not paid in time is undone: the order is what was paid, its stock is back, and late money goes back', async () => {
    const id = await dearer()
    const { fields } = (await pay(id, REDIRECT_CARD)).data.owed.payment.form
    await reconcileAfter((LINK_HOURS - 1) * HOUR_MS)
    expect((await read(id)).work).toBe('waiting')
    await reconcileAfter(2 * HOUR_MS)
    const [order] = await history()
    expect(order).toMatchObject({
      totalAmount: 800,
      orderStatus: 'CONFIRMED',
      edits: [{ undoneAt: expect.any(String) }],
    })
    expect([order.owed, order.editRefusal]).toEqual([undefined, undefined])
    expect(await stockOf(BARFI)).toBe(8)
    expect(await sumOfEntries()).toBe(8)
    expect(await countOf('order-edit-undone')).toBe(1)

    const body = new URLSearchParams({ ...fields, result: 'paid' }).toString()
    await deliveryOf(shop(), { path: `simulator/return?order=${fields.order}`, body })()
    await reconcileAfter(1000)
    expect(await read(id)).toMatchObject({
      work: 'pack',
      money: { paid: 800, remains: 800 },
      refunds: [{ amount: 400, state: 'done' }],
    })
    expect(await pack(id)).toMatchObject({ status: 200 })
  })

  it('an operator takes the change back; if its snacks are sold meanwhile, the order is cancelled and paid back', async () => {
    const id = await dearer()
    const back = await act(id, 'edits/take-back', { editId: 'E1' })
    const { data } = parseExactly(takeBackEdit.reply, { data: back.data })
    expect(data).toMatchObject({ work: 'pack', totalAmount: 800, money: { remains: 800 } })
    expect(await act(id, 'edits/take-back', { editId: 'E1' })).toMatchObject({ status: 200 })
    expect(await act(id, 'edits/take-back', { editId: 'E9' })).toMatchObject({ status: 412 })
    expect(await act(id, 'edits/take-back', { editId: 'E1' }, 'packer')).toMatchObject({ status: 403 })

    await shop().call('boss', 'POST', '/products', {
      products_id: 'sev',
      name: 'Sev',
      description: 'Crisp',
      price: 500,
      category: 'Namkeen',
      imageUrl: '/images/sev.webp',
      stock: 20,
    })
    const other = await ordered()
    const { version } = await read(other)
    await act(other, 'edits', {
      items: [units('sev', 2)],
      address: homeAddress,
      version,
      totalAmount: 1000,
    })
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 1 })
    await reconcileAfter((LINK_HOURS + 1) * HOUR_MS)
    expect(await read(other)).toMatchObject({ orderStatus: 'CANCELLED', refunds: [{ amount: 800 }] })
    expect(await stockOf('sev')).toBe(20)
  })

  it('the shopper may refuse what is left to pay, and the order is again what was paid', async () => {
    const id = await dearer()
    const refused = await shop().call('asha', 'POST', `/purchases/order/${id}/edits/refuse`, { editId: 'E1' })
    expect(refused.data).toMatchObject({ totalAmount: 800, orderStatus: 'CONFIRMED', refunds: [] })
    expect(refused.data.owed).toBeUndefined()
    expect(await stockOf(BARFI)).toBe(8)
    expect(await pay(id)).toMatchObject({ code: 'NOT_WAITING_FOR_PAYMENT' })
    expect(await pack(id)).toMatchObject({ status: 200 })
  })

  it('a further edit changes what is left to pay, and an undone one leaves what was paid', async () => {
    const id = await dearer()
    const { fields } = (await pay(id, REDIRECT_CARD)).data.owed.payment.form
    expect((await edit(id, 4)).data.edit).toMatchObject({ owed: 800 })
    expect((await history())[0].owed).toMatchObject({ amount: 800 })
    // The payment of the old sum goes back.
    const body = new URLSearchParams({ ...fields, result: 'paid' }).toString()
    await deliveryOf(shop(), { path: `simulator/return?order=${fields.order}`, body })()
    expect((await history())[0]).toMatchObject({ owed: { amount: 800 }, refunds: [{ amount: 400 }] })
    const cheaper = await edit(id, 1)
    expect(cheaper.data.edit).toMatchObject({ back: 400 })
    expect(cheaper.data.order).toMatchObject({ totalAmount: 400, money: { paid: 400, remains: 400 } })
    expect(cheaper.data.order.owed).toBeUndefined()
  })

  it('a refund comes from the payment that has enough, and one of everything from both', async () => {
    const id = await dearer()
    await pay(id)
    await pack(id)
    await act(id, 'ship', { courier: 'Delhivery' })
    const one = await act(id, 'refund', { items: [units(BARFI, 1)], reason: 'Broken', goods: 'lost' }, 'boss')
    expect(one.data.refunds).toMatchObject([{ amount: 400 }])
    const rest = await act(id, 'refund', { reason: 'All broken', goods: 'lost' }, 'boss')
    // The first payment has ₹400 left, and the second all of its ₹400.
    expect(rest.data.refunds).toMatchObject([{ amount: 400 }, { amount: 400 }, { amount: 400, partOf: 'R2' }])
    await reconcileAfter(1000)
    const { refunds, money } = await read(id)
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done'])
    expect(money).toMatchObject({ paid: 1200, refunded: 1200, remains: 0 })
    const stored = await shop().shop.storage.purchases.find(id)
    const [first, second] = [stored?.transactionId, stored?.payment.further?.[0]?.transactionId]
    const backTo = (transactionId: string | undefined) =>
      stored?.refunds
        .filter((refund) => refund.transactionId === transactionId)
        .reduce((sum, { amountPaise }) => sum + amountPaise, 0)
    expect([backTo(first), backTo(second)]).toEqual([80_000, 40_000])
    expect(await countOf('order-refund-started')).toBe(2)
    const notes = (await read(id)).bills
    expect(notes).toHaveLength(3)
  })

  /** Shipped and then refunded as a whole, from a payment of ₹800 and one of ₹400. */
  const refundedWhole = async (first: object, second: object) => {
    const id = await dearer(first)
    await pay(id, second)
    await pack(id)
    await act(id, 'ship', { courier: 'Delhivery' })
    await act(id, 'refund', { items: [units(BARFI, 3)], reason: 'All broken', goods: 'lost' }, 'boss')
    await reconcileAfter(1000)
    return id
  }
  const notesOf = async (id: string) => {
    const { documents } = shop().shop.storage
    const [, ...notes] = await createBillStore({ documents, now: () => shop().clock.now }).listOf(id)
    return notes.map(({ total, lines }) => [total.grossPaise, lines[0]?.units?.quantity])
  }

  it('the credit note of a refund from two payments waits for both, and is about all of it', async () => {
    const id = await refundedWhole(GOOD_CARD, SLOW_REFUND_CARD)
    expect(await read(id)).toMatchObject({
      refunds: [{ state: 'done' }, { state: 'sent' }],
      isBillDue: false,
    })
    expect(await notesOf(id)).toEqual([])
    await reconcileAfter(10_000)
    expect((await read(id)).refunds).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect(await notesOf(id)).toEqual([[120_000, 3]])
    expect(await read(id)).toMatchObject({ isBillDue: false, bills: [{ id: 'bill' }, { id: 'R1' }] })
  })

  it.each([
    ['first', REFUND_FAILS_CARD, GOOD_CARD, 'R1', [40_000, 80_000]],
    ['second', GOOD_CARD, REFUND_FAILS_CARD, 'R2', [80_000, 40_000]],
  ])(
    'while the %s payment of a refund is not given back, its credit note is about the other one',
    async (_which, first, second, refused, [noted, later]) => {
      const id = await refundedWhole(first, second)
      expect(await notesOf(id)).toEqual([[noted, 3]])
      await act(id, `refunds/${refused}/retry`, {}, 'boss')
      await reconcileAfter(10_000)
      expect(await notesOf(id)).toEqual([[noted, 3]])
      const retried = (await read(id)).refunds.at(-1).refundId
      const paid = await act(id, `refunds/${retried}`, { state: 'done', reference: 'UTR 77' }, 'boss')
      expect(paid).toMatchObject({ status: 200 })
      await reconcileAfter(1000)
      // The units went back once.
      expect(await notesOf(id)).toEqual([
        [noted, 3],
        [later, undefined],
      ])
    },
  )

  it('a cancellation gives back both payments, and its mail tells the whole sum', async () => {
    const id = await dearer()
    await pay(id)
    const { data } = await shop().call('asha', 'POST', `/purchases/order/${id}/cancel`, {
      reason: 'Too much',
    })
    expect(data.refunds).toMatchObject([{ amount: 800 }, { amount: 400, partOf: 'R1' }])
    expect(await textOf(id, { mail: 'cancelled' })).toContain('₹1,200 goes back to you')
    await reconcileAfter(1000)
    expect((await read(id)).money).toMatchObject({ remains: 0 })
    expect(await stockOf(BARFI)).toBe(10)
    expect(await sumOfEntries()).toBe(10)
  })

  it('a refused refund of one payment is tried again for that payment', async () => {
    const id = await dearer()
    await pay(id, REFUND_FAILS_CARD)
    await act(id, 'cancel', { reason: 'No barfi' }, 'boss')
    await reconcileAfter(1000)
    expect(await read(id)).toMatchObject({
      work: 'problem',
      refunds: [{ state: 'done' }, { amount: 400, state: 'failed', actions: ['pay', 'retry'] }],
    })
    const { data } = await shop().call('boss', 'POST', `/admin/orders/${id}/refunds/R2/retry`, {})
    expect(data.refunds.at(-1)).toMatchObject({ amount: 400, state: 'requested' })
    const stored = await shop().shop.storage.purchases.find(id)
    expect(stored?.refunds.at(-1)?.paymentId).toBe('X1')
  })

  it('while something is owed, nothing is refunded and no bill is made, and a cancellation gives back what was paid', async () => {
    const id = await dearer()
    const body = { items: [units(BARFI, 1)], reason: 'Broken', goods: 'lost' }
    expect(await act(id, 'refund', body, 'boss')).toMatchObject({ status: 409 })
    expect(await act(id, 'bills')).toMatchObject({ status: 409 })
    const { data } = await act(id, 'cancel', { reason: 'No barfi' }, 'boss')
    expect(data).toMatchObject({ orderStatus: 'CANCELLED', refunds: [{ amount: 800 }] })
    expect(data.owed).toBeUndefined()
    expect(await stockOf(BARFI)).toBe(10)
  })

  it('an operator records the rest as received by hand, which is paid back by hand', async () => {
    const id = await dearer()
    expect(await act(id, 'confirm', { amount: 300, noReference: true })).toMatchObject({
      code: 'AMOUNT_DIFFERS',
      message: '₹400 is owed, not ₹300. Record the payment of ₹300, and send it back.',
    })
    const { data } = await act(id, 'confirm', { amount: 400, noReference: true })
    expect(data).toMatchObject({ work: 'pack', payments: [{ amount: 800 }, { amount: 400 }] })
    expect(await act(id, 'confirm', { amount: 400, noReference: true })).toMatchObject({ status: 200 })
    expect(await countOf('order-rest-paid')).toBe(1)
    const cancelled = await act(id, 'cancel', { reason: 'No barfi' }, 'boss')
    expect(cancelled.data.refunds).toMatchObject([
      { amount: 800, byHand: false },
      { amount: 400, byHand: true },
    ])
  })

  it('a payment whose outcome is unknown holds the order, and is found later', async () => {
    const id = await dearer()
    const { data } = await pay(id, card('4000000000000119'))
    expect(data.owed.payment.state).toBe('checking')
    expect(await pay(id)).toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
    expect(await edit(id, 4)).toMatchObject({ status: 409 })
    await reconcileAfter(6_000)
    expect((await read(id)).money).toMatchObject({ paid: 1200, remains: 1200 })
  })

  it('a guest pays by the link of the order, which is not told who pays', async () => {
    const { data } = await shop().call(
      'nobody',
      'POST',
      '/guest-orders',
      {
        email: 'guest@example.in',
        items: [units(BARFI, 2)],
        totalAmount: 800,
        paymentDetails: GOOD_CARD,
        shippingAddress: homeAddress,
      },
      { 'idempotency-key': 'a-guest-key-of-32-characters' },
    )
    await edit(data.order.purchaseId, 3)
    const path = `/order-links/${data.token}/rest`
    const body = { paymentDetails: GOOD_CARD, amount: 400 }
    const paid = await shop().call('nobody', 'POST', path, body, { 'idempotency-key': 'g1' })
    expect(paid).toMatchObject({ status: 200, data: { totalAmount: 1200 } })
    expect(JSON.stringify(paid.data)).not.toContain(homeAddress.fullName)
    expect(await shop().everything()).not.toContain('4242424242424242')
  })

  it('an erasure takes the card of the rest, and keeps what it has paid', async () => {
    const id = await dearer()
    await pay(id)
    await act(id, 'cancel', { reason: 'No barfi' }, 'boss')
    await reconcileAfter(1000)
    expect(await shop().call('asha', 'DELETE', '/account/asha')).toMatchObject({ status: 200 })
    const stored = await shop().shop.storage.purchases.find(id)
    expect(stored?.payment.further).toMatchObject([{ paymentId: 'X1', amountPaise: 40_000 }])
    expect(JSON.stringify(stored?.payment)).not.toContain('4242')
  })
}

/** The rest is paid to the shop's own UPI id: only the shop sees the money. */
function payRestByUpiSuite(open: OpenTestShop) {
  const { shop, place, history } = openCheckout(() =>
    open({ payments: { ...TEST_PAYMENTS, providers: ['upi'] } }),
  )
  const act = async (id: string, path: string, body: object = {}) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    return shop().call('boss', 'POST', `/admin/orders/${id}/${path}`, body, {
      'idempotency-key': `${path}-${shop().clock.now.getTime()}`,
    })
  }
  const read = async (id: string) => (await shop().call('boss', 'GET', `/admin/orders/${id}`)).data

  const owing = async (): Promise<string> => {
    await shop().call('boss', 'PUT', '/products/barfi', { stock: 10 })
    const { data } = await place({ items: [units(BARFI, 1)], totalAmount: 400, paymentDetails: UPI_QR })
    const id = data.purchaseId
    await act(id, 'confirm', { amount: 400, reference: '402911112222' })
    const { version } = await read(id)
    await act(id, 'edits', { items: [units(BARFI, 2)], address: homeAddress, version, totalAmount: 800 })
    return id
  }
  const pay = (id: string, key = 'rest') =>
    shop().call(
      'asha',
      'POST',
      `/purchases/order/${id}/rest`,
      { paymentDetails: UPI_QR, amount: 400 },
      { 'idempotency-key': key },
    )
  const pass = (hours: number) => {
    shop().clock.now = new Date(shop().clock.now.getTime() + hours * HOUR_MS)
  }
  const settleRefunds = async (id: string) => {
    const { refunds } = await read(id)
    for (const { refundId } of refunds)
      await act(id, `refunds/${refundId}`, { state: 'done', reference: 'R' })
  }
  const textOf = async (id: string, mail: OrderMail) => {
    const order = await shop().shop.storage.purchases.find(id)
    const entry = order && orderMailEntry(order, mail, 'https://snacks.example')
    return renderContent(readMailEntry({ payload: entry?.payload ?? '' }, null).content).text
  }
  const claim = (id: string, reference: string) =>
    shop().call('asha', 'POST', `/purchases/order/${id}/paid`, { reference })

  it('the code has the sum of the rest, a claim is looked for, and the bank number is used once', async () => {
    const id = await owing()
    const { data } = await pay(id)
    expect(data.owed.payment).toMatchObject({ state: 'waiting', upi: { amount: 400 } })
    expect(data.owed.payment.upi.uri).toContain(`tr=${id}X1`)
    expect((await claim(id, '502911112222')).data.owed.payment).toMatchObject({
      state: 'claimed',
      claimedReference: '502911112222',
    })
    expect(await read(id)).toMatchObject({ work: 'confirm', owed: { payment: { state: 'claimed' } } })
    expect(await act(id, 'confirm', { amount: 400, reference: '402911112222' })).toMatchObject({
      status: 409,
    })
    const confirmed = await act(id, 'confirm', { amount: 400, reference: '502911112222' })
    expect(confirmed.data).toMatchObject({ work: 'pack', money: { paid: 800 } })
    const repeated = await act(id, 'confirm', { amount: 400, reference: '502911112222' })
    expect(repeated).toMatchObject({ status: 200 })
  })

  it('a claim that is not found leaves the rest to pay, a wrong sum goes back, and a late claim is waited for', async () => {
    const id = await owing()
    await pay(id)
    await claim(id, '502911112222')
    expect((await act(id, 'not-paid')).data).toMatchObject({ work: 'waiting', owed: { amount: 400 } })
    const recorded = await act(id, 'payments', { amount: 100, reference: '602911112222' })
    expect(recorded.data).toMatchObject({ refunds: [{ amount: 100, byHand: true }], work: 'waiting' })
    await claim(id, '702911112222')
    pass(LINK_HOURS + 1)
    await shop().shop.reconcile()
    expect((await history())[0].owed).toMatchObject({ amount: 400 })
    pass(10 * 24)
    await shop().shop.reconcile()
    expect((await history())[0]).toMatchObject({ totalAmount: 400, orderStatus: 'CONFIRMED' })
  })

  async function overdue() {
    const id = await owing()
    await pay(id)
    await claim(id, '502911112222')
    pass(10 * 24)
    await shop().shop.reconcile()
    return id
  }

  describe('a claimed rest whose time is over', () => {
    it('stays as work until an operator decides, although the change is undone', async () => {
      const id = await overdue()
      expect(await read(id)).toMatchObject({
        work: 'findPayment',
        totalAmount: 400,
        sought: { amount: 400, claimedReference: '502911112222' },
      })
      expect((await history())[0]).toMatchObject({ soughtAmount: 400 })
      const { data } = await shop().call('boss', 'GET', '/admin/today')
      expect(data.work).toMatchObject({ findPayment: 1 })
      expect(await textOf(id, { mail: 'edit-undone' })).toContain(
        'You told us that you have paid ₹400 for it. We still look for the payment',
      )
      expect(await shop().call('asha', 'DELETE', '/account/asha')).toMatchObject({ status: 409 })
    })

    it('is packed once the payment was not found, of which the shopper gets one mail', async () => {
      const id = await overdue()
      expect((await act(id, 'not-paid')).data).toMatchObject({ work: 'pack', totalAmount: 400 })
      expect(await act(id, 'not-paid')).toMatchObject({ status: 200 })
      const kinds = (await shop().queuedMails()).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'order-payment-not-found')).toHaveLength(1)
      expect(await textOf(id, { mail: 'payment-not-found', paymentId: 'X1' })).toContain(
        'We have looked for it on our account and have not found it, so the order stays as it stands below.',
      )
      expect((await history())[0]).not.toHaveProperty('soughtAmount')
    })

    it('goes back when its payment is found', async () => {
      const id = await overdue()
      const { data } = await act(id, 'payments', { amount: 400, reference: '502911112222' })
      expect(data).toMatchObject({ work: 'pack', refunds: [{ amount: 400, byHand: true }] })
      expect(data).not.toHaveProperty('sought')
    })

    it('pays the change when an operator makes it again', async () => {
      const id = await overdue()
      const { version } = await read(id)
      await act(id, 'edits', { items: [units(BARFI, 2)], address: homeAddress, version, totalAmount: 800 })
      const { data } = await act(id, 'confirm', { amount: 400, reference: '502911112222' })
      expect(data).toMatchObject({ work: 'pack', money: { paid: 800 } })
    })

    it('stays as work also when its shopper pays another way, or the order is cancelled', async () => {
      const id = await owing()
      await pay(id)
      await claim(id, '502911112222')
      await pay(id, 'another')
      expect(await read(id)).toMatchObject({ work: 'findPayment', owed: { amount: 400 } })
      await act(id, 'cancel', { reason: 'Sold out' })
      expect(await read(id)).toMatchObject({ sought: { amount: 400 } })
      await settleRefunds(id)
      expect(await read(id)).toMatchObject({ work: 'findPayment', orderStatus: 'CANCELLED' })
      expect((await act(id, 'not-paid')).data).toMatchObject({ work: 'cancelled' })
    })
  })

  it('bank numbers give what is owed more time once, however often its payment is begun anew', async () => {
    const id = await owing()
    const deadlines: string[] = []
    for (let tries = 0; tries < 4; tries += 1) {
      await pay(id, `try-${tries}`)
      const { data } = await claim(id, `50291111222${tries}`)
      deadlines.push(data.owed.expiresAt)
      pass(1)
    }
    expect(new Set(deadlines).size).toBe(1)
  })
}

export function payRestSuites(open: OpenTestShop) {
  describe('by card', () => {
    payRestSuite(open)
  })
  describe('to the UPI id of the shop', () => {
    payRestByUpiSuite(open)
  })
}
