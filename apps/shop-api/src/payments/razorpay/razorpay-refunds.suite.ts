import { describe, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openRazorpayCheckout } from './razorpay-checkout.fixture.ts'

const DAY_MINUTES = 24 * 60

const count = (calls: readonly string[], path: string) => calls.filter((each) => each === path).length

/** Refunds through Razorpay: slow, refused, delayed, and made in its dashboard. On every adapter. */
export function razorpayRefundsSuite(open: OpenTestShop) {
  const test = openRazorpayCheckout(open)
  const { shop, history, mails, emulator, razorpay, sendWebhook, refundsAtRazorpay, refundState } = test
  const reconcile = () => shop().shop.reconcile()
  const mailKinds = async () => (await mails()).map(({ kind }) => kind).toSorted()
  const [CANCELLED_MAILS, DONE_MAILS] = [
    ['order-cancelled', 'order-confirmed'],
    ['order-cancelled', 'order-confirmed', 'order-refund-done'],
  ]

  /** Records the calls to Razorpay's API from now on, without ids and queries. */
  function recordCalls() {
    const calls: string[] = []
    emulator().hooks.before = async (path) => {
      calls.push(path.replace(/\?.*/, '').replace(/(order|pay|rfnd)_\w+/g, ':id'))
    }
    return calls
  }
  const POST_REFUND = '/v1/payments/:id/refund'
  const GET_REFUND = '/v1/refunds/:id'

  /** Refunds in Razorpay's dashboard, which knows nothing of the shop's notes. */
  const refundInDashboard = (paymentId: string, amount: number) =>
    razorpay().refund(paymentId, { amount }, undefined)
  /** Pays an order and returns a part of the money or all of it, and loses all messages about both. */
  const payUnnoticed = async (returned: number) => {
    const begun = await test.beginPayment()
    const payment = razorpay().pay(begun.orderId, 'captured', begun.notes)
    const refund = razorpay().settleRefund(refundInDashboard(payment.id, returned).id, 'processed')
    return { ...begun, payment, refund }
  }
  const mailTexts = async () =>
    (await shop().mailbox.list('asha@example.in')).map(({ text }) => text).join('\n')
  const requestRefund = (purchaseId: string, body: object = {}) =>
    shop().call(
      'boss',
      'POST',
      `/admin/orders/${purchaseId}/refund`,
      { reason: 'Stale', goods: 'lost', ...body },
      {
        'idempotency-key': 'refund-key-1',
      },
    )

  it('a refund that is pending is sent once, and then asked about less and less often', async () => {
    await test.cancelPaidOrder()
    const calls = recordCalls()
    // Later runs come each four minutes only, because hundreds of runs take a minute on DynamoDB Local.
    for (let minute = 0; minute < 4 * 60;) {
      await reconcile()
      const pause = minute < 16 ? 1 : 4
      test.passMinutes(pause)
      minute += pause
    }
    expect(count(calls, POST_REFUND)).toBe(1)
    // After 1 minute, 2, 4, 8, 16, 32 and 64, and then each hour.
    expect(count(calls, GET_REFUND)).toBe(9)
    const [refund] = refundsAtRazorpay()
    razorpay().settleRefund(refund?.id ?? '', 'processed')
    test.passMinutes(60)
    await reconcile()
    expect(await refundState()).toBe('done')
  })

  it('a refund for which the balance at Razorpay is too low waits, and is sent when it suffices', async () => {
    razorpay().account.balance = 100
    const { purchaseId } = await test.cancelPaidOrder()
    const calls = recordCalls()
    for (let minute = 0; minute < 60; minute += 1) {
      await reconcile()
      test.passMinutes(1)
    }
    expect(count(calls, POST_REFUND)).toBe(7)
    expect(await refundState()).toBe('requested')
    expect(await test.deskOrder(purchaseId)).toMatchObject({
      work: 'problem',
      refunds: [{ state: 'requested', problem: expect.stringContaining('balance at Razorpay is too low') }],
    })
    expect(await mailKinds()).toEqual(CANCELLED_MAILS)
    expect(JSON.stringify(await history())).not.toContain('balance')

    razorpay().account.balance = 100_000
    test.passMinutes(60)
    await reconcile()
    const [refund] = (await test.deskOrder(purchaseId)).refunds
    expect(refund).toMatchObject({ state: 'sent' })
    expect(refund.problem).toBeUndefined()
    expect(await test.deskOrder(purchaseId)).toMatchObject({ work: 'cancelled' })
    expect(refundsAtRazorpay()).toMatchObject([{ amount: 40_000 }])
  })

  it('a refund that is open for three days is a problem at the desk, until it is done', async () => {
    const { purchaseId } = await test.cancelPaidOrder()
    await reconcile()
    test.passMinutes(3 * DAY_MINUTES - 1)
    await reconcile()
    expect(await test.deskOrder(purchaseId)).toMatchObject({ work: 'cancelled' })
    test.passMinutes(1)
    await reconcile()
    expect(await test.deskOrder(purchaseId)).toMatchObject({
      work: 'problem',
      refunds: [{ state: 'sent', problem: expect.stringContaining('three days') }],
    })
    expect(await mailKinds()).toEqual(CANCELLED_MAILS)

    const [refund] = refundsAtRazorpay()
    razorpay().settleRefund(refund?.id ?? '', 'processed')
    test.passMinutes(60)
    await reconcile()
    expect(await test.deskOrder(purchaseId)).toMatchObject({
      work: 'cancelled',
      refunds: [{ state: 'done' }],
    })
  })

  it("a refund in Razorpay's dashboard is noticed by its webhooks", async () => {
    const { payment } = await test.payOrder()
    const refund = refundInDashboard(payment.id, 10_000)
    expect(await sendWebhook('refund.created', { refund, payment })).toBe(200)
    expect(await history()).toMatchObject([{ refunds: [{ amount: 100, state: 'sent' }] }])
    const processed = razorpay().settleRefund(refund.id, 'processed')
    for (let times = 0; times < 2; times += 1)
      expect(await sendWebhook('refund.processed', { refund: processed, payment })).toBe(200)
    expect(await history()).toMatchObject([{ refunds: [{ amount: 100, state: 'done' }] }])
  })

  it("a refund in Razorpay's dashboard is noticed without a webhook, and only the rest can be refunded", async () => {
    const { payment, purchaseId } = await test.payOrder()
    await reconcile()
    razorpay().settleRefund(refundInDashboard(payment.id, 10_000).id, 'processed')
    test.passMinutes(60)
    await reconcile()
    expect(await history()).toMatchObject([{ refunds: [{ amount: 100, state: 'done' }] }])
    expect((await requestRefund(purchaseId)).status).toBe(200)
    await reconcile()
    expect(refundsAtRazorpay().map(({ amount }) => amount)).toEqual([10_000, 30_000])
    expect((await history())[0].refunds.map(({ amount }: { amount: number }) => amount)).toEqual([100, 300])
  })

  it('an order whose money was all returned in the dashboard is cancelled and not packed', async () => {
    const { payment, purchaseId } = await test.payOrder()
    const refund = refundInDashboard(payment.id, 40_000)
    await sendWebhook('refund.processed', { refund, payment })
    expect(await test.deskOrder(purchaseId)).toMatchObject({
      work: 'cancelled',
      refunds: [{ amount: 400, state: 'done' }],
    })
    expect(await test.stockOf('barfi')).toBe(1)
    expect((await requestRefund(purchaseId)).code).toBe('REFUND_TOO_MUCH')
  })

  it('money that the dashboard has returned already is not returned again', async () => {
    const { payment } = await test.cancelPaidOrder()
    const refund = refundInDashboard(payment.id, 40_000)
    await reconcile()
    razorpay().settleRefund(refund.id, 'processed')
    test.passMinutes(1)
    await reconcile()
    expect(refundsAtRazorpay()).toHaveLength(1)
    expect(await history()).toMatchObject([{ refunds: [{ amount: 400, state: 'done' }] }])
    expect(await mailKinds()).toEqual(DONE_MAILS)
  })

  it('of a cancelled order, the rest goes back after the dashboard has returned a part', async () => {
    const { payment, purchaseId } = await test.cancelPaidOrder()
    refundInDashboard(payment.id, 15_000)
    await reconcile()
    expect(refundsAtRazorpay().map(({ amount }) => amount)).toEqual([15_000, 25_000])
    for (const { id } of refundsAtRazorpay()) razorpay().settleRefund(id, 'processed')
    test.passMinutes(1)
    await reconcile()
    expect(await test.deskOrder(purchaseId)).toMatchObject({
      work: 'cancelled',
      refunds: [
        { amount: 250, state: 'done' },
        { amount: 150, state: 'done' },
      ],
    })
  })

  describe('money that the dashboard has returned before the shop knew of its payment', () => {
    it.each(['a webhook', 'the next request to Razorpay', 'the last request to Razorpay'])(
      'ends the order, which does not say that nothing was charged: by %s',
      async (source) => {
        const { purchaseId, payment, refund } = await payUnnoticed(40_000)
        if (source === 'a webhook') await sendWebhook('refund.processed', { refund, payment })
        else {
          test.passMinutes(source === 'the next request to Razorpay' ? 16 : 31)
          await reconcile()
        }
        // A payment may also be reported after its refund.
        await sendWebhook('payment.captured', { payment: { ...payment, status: 'captured' } })
        await reconcile()
        expect(await test.deskOrder(purchaseId)).toMatchObject({
          work: 'cancelled',
          refunds: [{ amount: 400, state: 'done' }],
        })
        expect(refundsAtRazorpay()).toHaveLength(1)
        expect(await test.stockOf('barfi')).toBe(1)
        const [order] = await history()
        expect(order.payment.message).toBeUndefined()
        expect(await mailKinds()).toEqual(['order-cancelled', 'order-refund-done', 'order-refund-started'])
        await expect.poll(mailTexts).toMatch(/is cancelled/)
        expect(await mailTexts()).not.toMatch(/paid nothing|nothing was charged/i)
      },
    )

    it('confirms the order when the rest remains', async () => {
      const { refund, payment } = await payUnnoticed(10_000)
      await sendWebhook('refund.processed', { refund, payment })
      await sendWebhook('payment.captured', { payment })
      expect(await history()).toMatchObject([
        { orderStatus: 'CONFIRMED', refunds: [{ amount: 100, state: 'done' }], money: { remains: 300 } },
      ])
      await reconcile()
      expect(refundsAtRazorpay()).toHaveLength(1)
    })

    it('does not come back a second time when the order was over', async () => {
      const begun = await test.beginPayment()
      await shop().call('asha', 'POST', `/purchases/order/${begun.purchaseId}/cancel`, { reason: 'No' })
      const payment = razorpay().pay(begun.orderId, 'captured', begun.notes)
      razorpay().settleRefund(refundInDashboard(payment.id, 40_000).id, 'processed')
      test.passMinutes(60)
      await reconcile()
      expect(refundsAtRazorpay()).toHaveLength(1)
      expect(await history()).toMatchObject([{ refunds: [{ amount: 400, state: 'done' }] }])
    })
  })

  it('late money that the dashboard has returned is not returned again', async () => {
    const { orderId, notes, purchaseId } = await test.beginPayment()
    await shop().call('asha', 'POST', `/purchases/order/${purchaseId}/cancel`, { reason: 'No' })
    const payment = razorpay().pay(orderId, 'captured', notes)
    await sendWebhook('payment.captured', { payment })
    const refund = refundInDashboard(payment.id, 40_000)
    await sendWebhook('refund.processed', {
      refund: razorpay().settleRefund(refund.id, 'processed'),
      payment,
    })
    await reconcile()
    expect(refundsAtRazorpay()).toHaveLength(1)
    expect(await test.deskOrder(purchaseId)).toMatchObject({
      work: 'cancelled',
      refunds: [{ amount: 400, state: 'done' }],
    })
  })
}
