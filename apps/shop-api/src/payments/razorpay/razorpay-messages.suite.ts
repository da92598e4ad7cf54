import { ONLINE_TOTAL_TOO_SMALL } from '@nashta/contracts/orders/order-texts'
import { describe, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openRazorpayCheckout } from './razorpay-checkout.fixture.ts'

/** The amounts, receipts and webhooks of Razorpay, on every adapter. */
export function razorpayMessagesSuite(open: OpenTestShop) {
  const test = openRazorpayCheckout(open)
  const { shop, place, history, mails, emulator, razorpay, sendWebhook, beginPayment, placeOrder } = test

  describe('a signed webhook', () => {
    it('about an order that Razorpay does not know is taken, and changes nothing', async () => {
      const { orderId } = await beginPayment()
      const payment = { ...razorpay().pay(orderId, 'captured'), order_id: 'order_unknown' }
      for (const event of ['payment.captured', 'order.paid', 'payment.failed'])
        expect(await sendWebhook(event, { payment })).toBe(200)
      expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING' }])
    })

    it.each(['01JGAAAAAAAAAAAAAAAAAAAAA9', 'x', ''])(
      'about the order %j, which the shop does not have, is taken',
      async (purchaseId) => {
        const { orderId } = await beginPayment()
        const payment = razorpay().pay(orderId, 'captured', { purchaseId })
        const refund = razorpay().refund(
          payment.id,
          { amount: 100, notes: { purchaseId, refundId: 'R1' } },
          undefined,
        )
        expect(await sendWebhook('payment.captured', { payment })).toBe(200)
        expect(await sendWebhook('refund.processed', { refund, payment })).toBe(200)
        expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING', refunds: [] }])
      },
    )

    it('is asked for again while Razorpay cannot be asked whose payment it is', async () => {
      const { orderId } = await beginPayment()
      const payment = razorpay().pay(orderId, 'captured')
      emulator().failures.push(500)
      expect(await sendWebhook('payment.captured', { payment })).toBeGreaterThanOrEqual(500)
      expect(await sendWebhook('payment.captured', { payment })).toBe(200)
      expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED' }])
    })

    it('of a payment that is not captured, or of no amount, pays nothing', async () => {
      const { orderId, notes } = await beginPayment()
      const payment = razorpay().pay(orderId, 'authorized', notes)
      for (const wrong of [
        payment,
        { ...payment, status: 'failed' as const },
        { ...payment, status: 'captured' as const, amount: 0 },
        { ...payment, status: 'captured' as const, amount: -40_000 },
      ])
        for (const event of ['payment.captured', 'order.paid'])
          expect(await sendWebhook(event, { payment: wrong })).toBe(200)
      expect(await history()).toMatchObject([{ orderStatus: 'PROCESSING', refunds: [] }])
    })
  })

  describe("with Razorpay's Convenience Fee", () => {
    it('an order is paid by its amount and the fee on top, and gets its amount back', async () => {
      razorpay().account.convenienceFee = 944
      const { payment } = await test.cancelPaidOrder()
      expect(payment.amount).toBe(40_944)
      const [order] = await history()
      expect([order.payment.state, order.totalAmount]).toEqual(['paid', 400])
      expect(order.refunds).toMatchObject([{ amount: 400 }])
      const kinds = (await mails()).map(({ kind }) => kind)
      expect(kinds.toSorted()).toEqual(['order-cancelled', 'order-confirmed'])
    })

    it('the reconciler finds and captures a payment with the fee', async () => {
      razorpay().account.convenienceFee = 944
      const { orderId, notes } = await beginPayment()
      razorpay().pay(orderId, 'authorized', notes)
      test.passMinutes(16)
      await shop().shop.reconcile()
      expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED', refunds: [] }])
    })

    it('money for an order that is over goes back with the fee', async () => {
      razorpay().account.convenienceFee = 944
      const { orderId, notes, purchaseId } = await beginPayment()
      await shop().call('asha', 'POST', `/purchases/order/${purchaseId}/cancel`, { reason: 'No' })
      const payment = razorpay().pay(orderId, 'captured', notes)
      await sendWebhook('payment.captured', { payment })
      expect(await history()).toMatchObject([{ refunds: [{ amount: 409.44 }] }])
    })
  })

  describe('a Razorpay order', () => {
    it('whose response was lost is the same order when it is created again', async () => {
      emulator().hooks.after = async (path) => {
        if (path !== '/v1/orders') return
        delete emulator().hooks.after
        throw new Error('The response is lost')
      }
      const { status, data } = await placeOrder()
      expect(status).toBe(201)
      expect([...razorpay().orders.keys()]).toEqual([data.payment.form.fields.order_id])
    })

    it('is refused when Razorpay refuses it, and another order has its receipt and another amount', async () => {
      emulator().hooks.before = async () => {
        const [last] = [...razorpay().orders.values()].slice(-1)
        if (last) last.amount = 100
      }
      emulator().hooks.after = async (path) => {
        if (path !== '/v1/orders') return
        delete emulator().hooks.after
        throw new Error('The response is lost')
      }
      expect(await placeOrder()).toMatchObject({ status: 402, code: 'PAYMENT_DECLINED' })
    })
  })

  it.each([0, 99])(
    'an order of %d paise is refused with a text, and cash on delivery is taken',
    async (pricePaise) => {
      const toffee = { products_id: 'toffee', name: 'Toffee', price: pricePaise / 100 }
      expect((await shop().call('boss', 'POST', '/products', toffee)).status).toBe(201)
      const order = { items: [{ productId: 'toffee', quantity: 1 }], totalAmount: pricePaise / 100 }
      expect(await place({ ...order, paymentDetails: { method: 'hosted', choice: 'upi' } })).toMatchObject({
        status: 409,
        code: 'PAYMENT_METHOD_UNAVAILABLE',
        message: ONLINE_TOTAL_TOO_SMALL,
      })
      expect(razorpay().orders.size).toBe(0)
      expect((await place({ ...order, paymentDetails: { method: 'cod' } })).status).toBe(201)
    },
  )
}
