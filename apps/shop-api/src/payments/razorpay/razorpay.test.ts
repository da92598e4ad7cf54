import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import Razorpay from 'razorpay'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { deliveryOf, razorpayDriver } from '../provider-drivers.fixture.ts'
import { openRazorpayCheckout } from './razorpay-checkout.fixture.ts'
import { createRazorpayClient, RazorpayRefusal } from './razorpay-client.ts'
import { isSameSignature, paymentSignature, returnSignature, signatureOf } from './razorpay-signature.ts'

/** A signature that Razorpay has published, of the body and with the secret of the first test. */
const PUBLISHED_SIGNATURE = '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc'

describe('Razorpay signatures', () => {
  it('our signature of the published example equals the published one', () => {
    expect(signatureOf('{"a":1,"b":2,"c":{"d":3}}', '123456')).toBe(PUBLISHED_SIGNATURE)
  })

  it('the official package accepts our signatures, and refuses them for changed data', () => {
    const body = JSON.stringify({ event: 'payment.captured', text: '₹ é' })
    expect(Razorpay.validateWebhookSignature(body, signatureOf(body, 's'), 's')).toBe(true)
    expect(Razorpay.validateWebhookSignature(`${body} `, signatureOf(body, 's'), 's')).toBe(false)
    const ids = { order_id: 'order_1', payment_id: 'pay_1' }
    const signature = paymentSignature('order_1', 'pay_1', 'secret')
    expect(validatePaymentVerification(ids, signature, 'secret')).toBe(true)
    expect(validatePaymentVerification({ ...ids, payment_id: 'pay_2' }, signature, 'secret')).toBe(false)
  })

  it.each([[undefined], [''], ['2fe0'], [PUBLISHED_SIGNATURE.toUpperCase()], [[PUBLISHED_SIGNATURE]]])(
    'the signature %j is not accepted',
    (given) => {
      expect(isSameSignature(given, PUBLISHED_SIGNATURE)).toBe(false)
    },
  )
})

const respondWith = (status: number) =>
  vi.stubGlobal('fetch', async () => new Response('<html>Bad</html>', { status }))

describe('an error response of Razorpay without JSON', () => {
  const { getOrder } = createRazorpayClient({
    url: 'https://razorpay.example',
    keyId: '',
    keySecret: '',
    webhookSecret: '',
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is reported with its status and path', async () => {
    respondWith(502)
    await expect(getOrder('order_1')).rejects.toThrow('Razorpay responded 502 to /v1/orders/order_1')
  })

  it('is a refusal if its status is 400', async () => {
    respondWith(400)
    await expect(getOrder('order_1')).rejects.toBeInstanceOf(RazorpayRefusal)
  })
})

describe('the emulator', () => {
  let setup: Awaited<ReturnType<typeof razorpayDriver>>
  beforeEach(async () => {
    setup = await razorpayDriver()
  })
  afterEach(() => setup.emulator.close())

  it('is driven by the official package: order, payment, capture, partial and full refund', async () => {
    const { keyId, keySecret } = setup.driver.settings.razorpay
    const official = new Razorpay({ key_id: keyId, key_secret: keySecret })
    // The package has no option for the address of the API, so its private HTTP client is changed.
    Object.assign(Reflect.get(Reflect.get(official, 'api'), 'rq').defaults, { baseURL: setup.emulator.url })

    const order = await official.orders.create({ amount: 50_000, currency: 'INR', receipt: 'r1' })
    expect(order).toMatchObject({ entity: 'order', status: 'created', amount_due: 50_000, attempts: 0 })
    const { id } = setup.emulator.razorpay.pay(order.id, 'authorized')
    expect(await official.orders.fetchPayments(order.id)).toMatchObject({ count: 1, items: [{ id }] })
    await official.payments.capture(id, 50_000, 'INR')
    expect(await official.orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 50_000 })
    const refund = await official.payments.refund(id, { amount: 20_000 })
    expect(await official.refunds.fetch(refund.id)).toMatchObject({ payment_id: id, amount: 20_000 })
    await official.payments.refund(id, { amount: 30_000 })
    expect(await official.payments.fetch(id)).toMatchObject({ status: 'refunded', amount_refunded: 50_000 })
    await expect(official.payments.refund(id, { amount: 100 })).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('an order that is to be paid through Razorpay', () => {
  const checkout = openRazorpayCheckout(openTestShop)
  const { shop, place, history, mails, stockOf, emulator, razorpay, placeOrder, passMinutes } = checkout
  const { sendWebhook, beginPayment, cancelPaidOrder, refundsAtRazorpay, refundState } = checkout

  const placeGuestOrder = async (number: number) => {
    const placed = await shop().shop.app.inject({
      method: 'POST',
      url: '/api/guest-orders',
      headers: { 'idempotency-key': `guest-key-000000000${number}` },
      body: {
        email: `guest${number}@example.in`,
        items: [{ productId: 'laddoo', quantity: 2 }],
        totalAmount: 559,
        paymentDetails: { method: 'hosted', choice: 'card' },
        shippingAddress: homeAddress,
      },
    })
    const { order: placedOrder, token } = placed.json().data
    const { search } = new URL(placedOrder.payment.form.fields.callback_url)
    return { purchaseId: placedOrder.purchaseId as string, link: `/orders/${token}`, query: search }
  }
  /**
   * Sends the browser from Razorpay's page to the shop, after a failed payment. Razorpay does not
   * sign that message. So the query of the address has a signature of the shop.
   */
  const returnUnpaid = async (query: string) => {
    const { statusCode, headers } = await shop().shop.app.inject({
      method: 'POST',
      url: `/api/payments/razorpay/return${query}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'error%5Bcode%5D=x',
    })
    return [statusCode, headers.location]
  }

  it('has a form for the hosted page, without any card data', async () => {
    const { data } = await placeOrder()
    const { url, fields } = data.payment.form
    expect(url).toBe(`${emulator().url}/v1/checkout/embedded`)
    expect(fields).toEqual({
      key_id: 'rzp_test_key',
      order_id: expect.stringMatching(/^order_/),
      amount: '40000',
      currency: 'INR',
      name: 'Nashta',
      'prefill[name]': 'Asha Rao',
      'prefill[contact]': '9876543210',
      'prefill[email]': 'asha@example.in',
      'notes[purchaseId]': data.purchaseId,
      callback_url: `https://snacks.example/api/payments/razorpay/return?order=${data.purchaseId}&signature=${returnSignature(data.purchaseId, 'key secret')}`,
      cancel_url: `https://snacks.example/purchase-history/${data.purchaseId}?payment=cancelled`,
    })
    expect(razorpay().getOrder(fields.order_id)).toMatchObject({
      amount: 40_000,
      receipt: data.purchaseId,
      notes: { purchaseId: data.purchaseId },
    })
  })

  it('cannot be paid with card details typed on our page: every method but cash is a redirect', async () => {
    expect((await place()).code).toBe('PAYMENT_METHOD_UNAVAILABLE')
    const { data } = await shop().call('asha', 'GET', '/payment-methods')
    expect(data.methods.map(({ method, way }: Record<string, string>) => `${method} ${way}`)).toEqual([
      'card redirect',
      'upi redirect',
      'netbanking redirect',
      'cod onDelivery',
    ])
  })

  it('is refused, and its stock is returned, when Razorpay responds with an error', async () => {
    emulator().failures.push(500, 500)
    expect(await placeOrder()).toMatchObject({ status: 402, code: 'PAYMENT_DECLINED' })
    expect(await stockOf('barfi')).toBe(1)
    expect((await placeOrder('k2')).status).toBe(201)
  })

  it('can be paid after a failed attempt that both callback and webhook reported', async () => {
    const { callbackUrl, orderId, notes } = await beginPayment()
    const payment = razorpay().pay(orderId, 'failed', notes)
    const path = `razorpay/return${new URL(callbackUrl).search}`
    const back = { path, body: 'error%5Bcode%5D=BAD_REQUEST_ERROR' }
    expect(await deliveryOf(shop(), back)()).toBe(303)
    expect(await sendWebhook('payment.failed', { payment })).toBe(200)
    const [failed] = await history()
    expect([failed.orderStatus, failed.payment.state]).toEqual(['PROCESSING', 'waiting'])
    expect(failed.payment.message).toContain('You can try again')
    expect(failed.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'paymentWaiting',
      'paymentFailed',
    ])

    const paid = razorpay().pay(orderId, 'captured', notes)
    expect(await sendWebhook('payment.captured', { payment: paid })).toBe(200)
    expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED', transactionId: paid.id }])
    expect((await history())[0].payment.message).toBeUndefined()
  })

  it('of a guest does not reveal its link to a request that has only the order id', async () => {
    const [victim, own] = [await placeGuestOrder(1), await placeGuestOrder(2)]
    const withId = `?order=${victim.purchaseId}`
    const signature = new URLSearchParams(own.query).get('signature') ?? ''
    for (const query of [
      withId,
      `${withId}&signature=`,
      `${withId}&signature=${signature}`,
      `${withId}&signature=${signature}&signature=${signature}`,
      `${withId}&signature=${returnSignature(victim.purchaseId, '')}`,
    ])
      expect(await returnUnpaid(query)).toEqual([403, undefined])
    expect(await returnUnpaid(victim.query)).toEqual([303, `${victim.link}?payment=waiting`])
  })

  it('is confirmed by a payment that failed at first and succeeded later', async () => {
    const { orderId, notes } = await beginPayment()
    const payment = razorpay().pay(orderId, 'failed', notes)
    await sendWebhook('payment.failed', { payment })
    razorpay().capture(payment.id)
    expect(await sendWebhook('order.paid', { payment: razorpay().getPayment(payment.id) })).toBe(200)
    expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED', transactionId: payment.id }])
  })

  it('is paid by an authorised payment, which the reconciler captures', async () => {
    const { orderId, notes } = await beginPayment()
    const { id } = razorpay().pay(orderId, 'authorized', notes)
    // The reconciler asks Razorpay 15 minutes after the order was placed.
    passMinutes(14)
    await shop().shop.reconcile()
    expect(razorpay().getPayment(id).status).toBe('authorized')
    passMinutes(1)
    await shop().shop.reconcile()
    expect(razorpay().getPayment(id).status).toBe('captured')
    expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED' }])
  })

  it('does not expire while Razorpay responds with errors', async () => {
    await beginPayment()
    // An order waits 30 minutes for its payment.
    passMinutes(31)
    emulator().failures.push(500)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING' }])
    passMinutes(1)
    await shop().shop.reconcile()
    expect(await history()).toMatchObject([{ orderStatus: 'CANCELLED' }])
  })

  it('is found by the receipt when a webhook has no notes', async () => {
    const { orderId } = await beginPayment()
    const payment = razorpay().pay(orderId, 'captured')
    expect(await sendWebhook('payment.captured', { payment })).toBe(200)
    expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED' }])
  })

  it('is not paid by money of another Razorpay order or currency, or by an unknown event', async () => {
    const { orderId, notes } = await beginPayment()
    const payment = razorpay().pay(orderId, 'captured', notes)
    for (const foreign of [
      { ...payment, order_id: 'order_other' },
      { ...payment, currency: 'USD' },
    ])
      expect(await sendWebhook('payment.captured', { payment: foreign })).toBe(200)
    expect(await sendWebhook('invoice.paid', { payment })).toBe(200)
    expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING', refunds: [] }])
  })

  it('stays unpaid when a wrong amount arrives, which is refunded', async () => {
    const { orderId, notes } = await beginPayment()
    const payment = { ...razorpay().pay(orderId, 'captured', notes), amount: 100 }
    await sendWebhook('payment.captured', { payment })
    expect(await history()).toMatchObject([
      { orderStatus: 'PROCESSING', refunds: [{ amount: 1, state: 'requested' }] },
    ])
  })

  describe('and its refund', () => {
    it('is retried with the same key, and moves the money once', async () => {
      const { payment } = await cancelPaidOrder()
      emulator().failures.push(500, 500)
      // The first runs fail. A later one sends the refund, and those after it ask about it.
      for (let run = 0; run < 8; run += 1) {
        await shop().shop.reconcile()
        passMinutes(1)
      }
      expect(refundsAtRazorpay()).toMatchObject([{ amount: 40_000, payment_id: payment.id }])
      expect(await refundState()).toBe('sent')
    })

    it('has not failed when Razorpay accepts it and refuses to show it', async () => {
      await cancelPaidOrder()
      emulator().hooks.before = async (path) => {
        if (path.startsWith('/v1/refunds/')) emulator().failures.push(400)
      }
      await shop().shop.reconcile()
      expect(refundsAtRazorpay()).toHaveLength(1)
      expect(await refundState()).toBe('sent')
      passMinutes(1)
      await shop().shop.reconcile()
      expect(await refundState()).toBe('sent')

      delete emulator().hooks.before
      passMinutes(1)
      await shop().shop.reconcile()
      expect(refundsAtRazorpay()).toHaveLength(1)
      expect(await refundState()).toBe('sent')
    })

    it('is done when a webhook says so, even before the shop knows that it was sent', async () => {
      const { payment } = await cancelPaidOrder()
      const [order] = await history()
      const notes = { purchaseId: order.purchaseId, refundId: order.refunds[0].refundId }
      // Razorpay has the refund, but the shop does not know that yet.
      const refund = razorpay().refund(payment.id, { amount: 40_000, notes }, undefined)
      expect(await sendWebhook('refund.processed', { refund, payment })).toBe(200)
      expect(await refundState()).toBe('done')
      await shop().shop.reconcile()
      expect(refundsAtRazorpay()).toHaveLength(1)
    })

    it('has failed when Razorpay says so, and an operator may then pay it by hand', async () => {
      const { payment } = await cancelPaidOrder()
      await shop().shop.reconcile()
      const [refund] = refundsAtRazorpay()
      expect(refund).toBeDefined()
      if (refund) await sendWebhook('refund.failed', { refund, payment })
      expect(await refundState()).toBe('failed')
      const [order] = await history()
      const path = `/admin/orders/${order.purchaseId}/refunds/${order.refunds[0].refundId}`
      expect((await shop().call('boss', 'POST', path, { state: 'done' })).status).toBe(200)
      expect(await refundState()).toBe('done')
      expect((await mails()).map(({ kind }) => kind)).toEqual([
        'order-confirmed',
        'order-cancelled',
        'order-refund-failed',
        'order-refund-done',
      ])
      expect(order.refunds[0].amount).toBe(400)
    })
  })
})
