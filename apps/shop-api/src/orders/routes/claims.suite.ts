import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { describe, expect, it } from 'vitest'
import { type OpenTestShop, TEST_PAYMENTS } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const DAY_MS = 24 * 60 * 60_000
const BARFI = [{ productId: 'barfi', quantity: 1 }]
/** What the shop's account shows of the payment for one barfi. */
const SEEN = { amount: 400, reference: '402911112222' }

/** Payments to the shop's own UPI id, which operators look for, on every adapter. */
export function claimsSuite(open: OpenTestShop) {
  const { shop, place, history, mails, stockOf } = openCheckout(() =>
    open({ payments: { ...TEST_PAYMENTS, providers: ['upi'] } }),
  )
  /** The only barfi in stock. */
  const placeBarfi = async (key = 'barfi', sub = 'asha'): Promise<string> => {
    const order = { items: BARFI, totalAmount: 400, paymentDetails: { method: 'hosted', choice: 'upi' } }
    return (await place(order, { 'idempotency-key': key }, sub)).data.purchaseId
  }
  /** Two laddoos, whose stock is not counted. */
  const placeLaddoos = async (key: string): Promise<string> => {
    const order = { paymentDetails: { method: 'hosted', choice: 'upi' } }
    return (await place(order, { 'idempotency-key': key })).data.purchaseId
  }
  const claim = (id: string) =>
    shop().call('asha', 'POST', `/purchases/order/${id}/paid`, { reference: '402911112222' })
  const cancel = (id: string) =>
    shop().call('asha', 'POST', `/purchases/order/${id}/cancel`, { reason: 'Too late' })
  const act = (id: string, path: string, body: object = {}) =>
    shop().call('boss', 'POST', `/admin/orders/${id}/${path}`, body)
  const expire = async () => {
    shop().clock.now = new Date(shop().clock.now.getTime() + 10 * DAY_MS)
    await shop().shop.reconcile()
  }
  const eraseAccount = () => shop().call('asha', 'DELETE', '/account/asha')
  const listWork = async (work: string): Promise<string[]> => {
    const { data } = await shop().call('boss', 'GET', `/admin/orders?work=${work}`)
    return data.orders.map(({ purchaseId }: { purchaseId: string }) => purchaseId)
  }
  const workOf = async (id: string) => (await shop().call('boss', 'GET', `/admin/orders/${id}`)).data.work
  const mailTexts = async (subject: string) => {
    const about = async () =>
      (await shop().mailbox.list('asha@example.in')).filter((mail) => mail.subject.includes(subject))
    await expect.poll(async () => (await about()).length).toBe(1)
    return (await about()).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join()
  }

  const readDelivery = async (id: string) => {
    const { data } = await shop().call('asha', 'GET', `/purchases/order/${id}`)
    return data.estimatedDelivery
  }
  const closeShop = (closedDays: string[]) => shop().call('boss', 'PUT', '/admin/shop', aShop({ closedDays }))

  it('a payment is confirmed with the version that the operator saw, and repeated safely', async () => {
    const id = await placeBarfi()
    const read = async () => (await shop().call('boss', 'GET', `/admin/orders/${id}`)).data
    const { version: old } = await read()
    await claim(id)
    expect(await act(id, 'confirm', { ...SEEN, version: old })).toMatchObject({
      status: 412,
      code: 'ORDER_CHANGED',
    })
    const { version } = await read()
    const confirmed = await act(id, 'confirm', { ...SEEN, version })
    expect(confirmed.data).toMatchObject({ work: 'pack', payment: { state: 'paid' }, money: { paid: 400 } })
    expect((await act(id, 'confirm', { ...SEEN, version })).data).toEqual(confirmed.data)
  })

  describe('a claimed payment whose order has ended', () => {
    it.each([
      ['expires', expire],
      ['is cancelled by its shopper', cancel],
      ['is cancelled by the shop', (id: string) => act(id, 'cancel', { reason: 'Sold out' })],
    ])('stays work at the desk when the order %s', async (_case, end) => {
      const id = await placeBarfi()
      await claim(id)
      await end(id)
      expect(await history()).toMatchObject([{ orderStatus: 'CANCELLED', payment: { state: 'claimed' } }])
      expect(await stockOf('barfi')).toBe(1)
      const { data: today } = await shop().call('boss', 'GET', '/admin/today')
      expect(today.work).toMatchObject({ findPayment: 1, confirm: 0, problem: 0 })
      expect(await listWork('findPayment')).toEqual([id])
      expect(await mailTexts('is cancelled')).toContain('We still look for the payment')
      // The payment stays to be found, however much time passes.
      await expire()
      expect(await listWork('findPayment')).toEqual([id])
    })

    it('an account is not erased before an operator has decided', async () => {
      const id = await placeBarfi()
      await claim(id)
      await cancel(id)
      expect((await eraseAccount()).code).toBe('ORDER_ON_ITS_WAY')
      await act(id, 'not-paid')
      expect((await eraseAccount()).status).toBe(200)
    })

    it('that is found after the account was erased can only be sent back: nobody knows the address', async () => {
      const id = await placeBarfi()
      await claim(id)
      await cancel(id)
      await act(id, 'not-paid')
      expect((await eraseAccount()).status).toBe(200)
      const refused = await act(id, 'revive', SEEN)
      expect([refused.code, await workOf(id)]).toEqual(['ILLEGAL_TRANSITION', 'cancelled'])
      expect(refused.message).toContain('address is erased')
      expect(await stockOf('barfi')).toBe(1)
      expect((await act(id, 'payments', SEEN)).data).toMatchObject({ refunds: [{ amount: 400 }] })
    })

    it('that was found revives the order, which takes its stock again', async () => {
      const id = await placeBarfi()
      await claim(id)
      await expire()
      const revived = await act(id, 'revive', SEEN)
      expect(revived.data).toMatchObject({ orderStatus: 'CONFIRMED', payment: { state: 'paid' } })
      expect(await history()).toMatchObject([{ transactionId: 'upi_402911112222' }])
      // A mail with the link may be forwarded.
      const linkToken = async () => {
        const texts = (await shop().mailbox.list('asha@example.in')).map(({ text }) => text)
        return /snacks\.example\/orders\/([\w-]+)/.exec(texts.join())?.[1]
      }
      await expect.poll(linkToken).toBeDefined()
      const linked = await shop().shop.app.inject(`/api/order-links/${await linkToken()}`)
      expect(linked.json().data).toMatchObject({ purchaseId: id, orderStatus: 'CONFIRMED' })
      expect(linked.body).not.toContain('402911112222')
      expect(revived.data.payment.message).toBeUndefined()
      expect(await stockOf('barfi')).toBe(0)
      expect(await workOf(id)).toBe('pack')
      expect(await mailTexts('is confirmed')).toContain('We have found your payment')
      // A second request changes nothing.
      expect((await act(id, 'revive', SEEN)).data).toEqual(revived.data)
      expect(await stockOf('barfi')).toBe(0)

      // A revived order that the shop cancels returns its stock and its money, and a mail says so.
      const cancelled = await act(id, 'cancel', { reason: 'Broken' })
      expect(cancelled.data).toMatchObject({ work: 'problem', refunds: [{ amount: 400 }] })
      expect(await stockOf('barfi')).toBe(1)
      expect((await mails()).filter(({ kind }) => kind === 'order-cancelled')).toHaveLength(2)
    })

    it('does not revive an order whose snack is sold out', async () => {
      const id = await placeBarfi()
      await claim(id)
      await cancel(id)
      await placeBarfi('other', 'ravi')
      const refused = await act(id, 'revive', SEEN)
      expect([refused.code, refused.message]).toEqual(['OUT_OF_STOCK', 'Kaju Barfi is sold out'])
      expect(await stockOf('barfi')).toBe(0)
      expect(await listWork('findPayment')).toEqual([id])
      // A refused order has not used the number of the payment.
      const recorded = await act(id, 'payments', SEEN)
      expect(recorded.data).toMatchObject({ payment: { state: 'unpaid' }, refunds: [{ amount: 400 }] })
      expect(await workOf(id)).toBe('problem')
      expect((await act(id, 'revive', SEEN)).code).toBe('ILLEGAL_TRANSITION')
    })

    it('that two operators revive at once takes the stock once', async () => {
      const id = await placeBarfi()
      await claim(id)
      await cancel(id)
      const results = await Promise.all(Array.from({ length: 5 }, () => act(id, 'revive', SEEN)))
      expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(await stockOf('barfi')).toBe(0)
      expect((await act(id, 'cancel', { reason: 'No' })).status).toBe(200)
      expect(await stockOf('barfi')).toBe(1)
    })

    it('that was not found is closed, with a mail', async () => {
      const id = await placeBarfi()
      await claim(id)
      await expire()
      expect((await act(id, 'not-paid')).data.payment).toMatchObject({ state: 'unpaid' })
      expect(await listWork('findPayment')).toEqual([])
      expect(await workOf(id)).toBe('cancelled')
      expect(await mailTexts('We have not found')).toContain(
        'We have looked for ₹400 with the reference number 402911112222 on our account',
      )
      expect((await act(id, 'not-paid')).status).toBe(200)
      expect((await mails()).filter(({ kind }) => kind === 'order-payment-not-found')).toHaveLength(1)
      // The payment may still turn up.
      expect((await act(id, 'revive', SEEN)).data).toMatchObject({ orderStatus: 'CONFIRMED' })
    })
  })

  it('a claim that was not found ends an order that still waits, with one mail', async () => {
    const id = await placeBarfi()
    expect((await act(id, 'not-paid')).code).toBe('ILLEGAL_TRANSITION')
    await claim(id)
    expect((await act(id, 'not-paid')).data).toMatchObject({
      orderStatus: 'CANCELLED',
      payment: { state: 'unpaid' },
    })
    expect(await stockOf('barfi')).toBe(1)
    expect((await mails()).map(({ kind }) => kind)).toEqual(['order-payment-not-found'])
  })

  describe('an order that is confirmed days after it was placed', () => {
    /** Two days later than the order. */
    const CONFIRMED_LATER = '2026-01-03T12:00:00Z'

    it('arrives later too, as its page and its mail say (B33)', async () => {
      const id = await placeBarfi()
      expect(await readDelivery(id)).toBe('2026-01-06T12:00:00.000Z')
      await claim(id)
      shop().clock.now = new Date(CONFIRMED_LATER)
      await act(id, 'confirm', SEEN)
      expect(await readDelivery(id)).toBe('2026-01-08T12:00:00.000Z')
      expect(await mailTexts('confirmed')).toContain('It should be with you by January 8, 2026.')
    })

    it('arrives after the closed days that the shop has then', async () => {
      const id = await placeBarfi()
      await claim(id)
      await closeShop(['2026-01-04', '2026-01-05'])
      shop().clock.now = new Date(CONFIRMED_LATER)
      await act(id, 'confirm', SEEN)
      expect(await readDelivery(id)).toBe('2026-01-10T12:00:00.000Z')
    })

    it('arrives in the days of its zone, although the zone has changed', async () => {
      const id = await placeBarfi()
      await claim(id)
      const rest = { delivers: true, fee: 0, days: 2, cod: true }
      await shop().call('boss', 'PUT', '/admin/shop', aShop({ delivery: { zones: [], rest } }))
      shop().clock.now = new Date(CONFIRMED_LATER)
      await act(id, 'confirm', SEEN)
      expect(await readDelivery(id)).toBe('2026-01-08T12:00:00.000Z')
    })

    it('arrives later too when the order had ended and is revived', async () => {
      const id = await placeBarfi()
      await expire()
      await act(id, 'revive', SEEN)
      expect(await readDelivery(id)).toBe('2026-01-16T12:00:00.000Z')
    })
  })

  it('the mail of an order that nobody claims to have paid denies no payment, and money revives it', async () => {
    const id = await placeBarfi()
    await expire()
    const text = await mailTexts('is cancelled')
    expect(text).toContain('we have seen no payment')
    expect(text).toContain('If you have paid, please ask for help')
    expect(text).not.toMatch(/paid nothing|Nothing was charged/)
    expect(await listWork('findPayment')).toEqual([])
    expect((await act(id, 'revive', SEEN)).data).toMatchObject({ orderStatus: 'CONFIRMED' })
  })

  describe('a payment that an operator has seen', () => {
    it('needs its amount, and its number or that there is none', async () => {
      const id = await placeBarfi()
      for (const body of [{}, { reference: '402911112222' }, { amount: 400 }])
        expect((await act(id, 'confirm', body)).code).toBe('VALIDATION_FAILED')
      const confirmed = await act(id, 'confirm', { amount: 400, noReference: true })
      expect(confirmed.data).toMatchObject({ orderStatus: 'CONFIRMED' })
      expect(await history()).toMatchObject([{ transactionId: `upi_${id}` }])
    })

    it('of another amount is refused, and can be recorded and sent back', async () => {
      const id = await placeBarfi()
      await claim(id)
      const refused = await act(id, 'confirm', { ...SEEN, amount: 40 })
      expect(refused).toMatchObject({
        code: 'AMOUNT_DIFFERS',
        message: 'The order costs ₹400, not ₹40. Record the payment of ₹40, and send it back.',
      })
      const recorded = await act(id, 'payments', { ...SEEN, amount: 40 })
      // The shopper may still pay the right amount.
      expect(recorded.data).toMatchObject({
        orderStatus: 'PROCESSING',
        payment: { state: 'waiting' },
        refunds: [{ amount: 40, state: 'requested' }],
      })
      expect((await act(id, 'payments', { ...SEEN, amount: 40 })).data.refunds).toHaveLength(1)
      expect((await act(id, 'confirm', { amount: 400, reference: '402911113333' })).data).toMatchObject({
        orderStatus: 'CONFIRMED',
        refunds: [{ amount: 40 }],
      })
    })

    it('for an order that is paid already can be recorded and sent back', async () => {
      const id = await placeBarfi()
      await act(id, 'confirm', SEEN)
      const second = { amount: 400, reference: '402911113333' }
      expect((await act(id, 'confirm', second)).code).toBe('ILLEGAL_TRANSITION')
      expect((await act(id, 'payments', SEEN)).code).toBe('ILLEGAL_TRANSITION')
      expect((await act(id, 'payments', second)).data).toMatchObject({
        orderStatus: 'CONFIRMED',
        payment: { state: 'paid' },
        refunds: [{ amount: 400, state: 'requested' }],
      })
      const settled = await act(id, 'refunds/R1', { state: 'done', reference: 'UTR 77' })
      expect(settled.data.refunds).toMatchObject([{ state: 'done' }])
    })

    it('settles one order, however its number is spelled', async () => {
      const first = await placeLaddoos('first')
      const second = await placeLaddoos('second')
      const seen = { amount: 559, reference: 'axis0001234567' }
      expect((await act(first, 'confirm', seen)).status).toBe(200)
      const refused = await act(second, 'confirm', { ...seen, reference: ' AXIS-0001 234567 ' })
      expect(refused.code).toBe('REFERENCE_USED')
      expect(refused.message).toContain(first.slice(-8))
      expect((await act(second, 'payments', seen)).code).toBe('REFERENCE_USED')
      expect([await workOf(first), await workOf(second)]).toEqual(['pack', 'waiting'])
    })

    it('settles one order, also when operators confirm several orders with it at once', async () => {
      const ids = await Promise.all(['a', 'b', 'c', 'd'].map(placeLaddoos))
      const seen = { amount: 559, reference: '402911112222' }
      const results = await Promise.all(ids.map((id) => act(id, 'confirm', seen)))
      expect(results.filter(({ code }) => code === 'REFERENCE_USED')).toHaveLength(3)
      const confirmed = (await history()).filter(
        (order: { orderStatus: string }) => order.orderStatus === 'CONFIRMED',
      )
      expect(confirmed).toHaveLength(1)
    })

    it('is confirmed for one order at a time: a bulk confirmation refuses it', async () => {
      const id = await placeBarfi()
      await claim(id)
      const { data } = await shop().call('boss', 'POST', '/admin/orders/bulk', {
        action: 'confirm',
        orderIds: [id],
      })
      expect(data.results).toMatchObject([
        { result: 'refused', message: expect.stringContaining('confirmed one by one') },
      ])
      expect(await listWork('confirm')).toEqual([id])
    })
  })
}
