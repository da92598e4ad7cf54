import { startRazorpayEmulator } from '../../test-support/razorpay-emulator/start-emulator.ts'
import { TEST_PAYMENTS, type TestShop } from '../shop.fixture.ts'
import type { Delivery, ProviderDriver } from './provider.suite.ts'

const RAZORPAY_KEYS = { keyId: 'rzp_test_key', keySecret: 'key secret', webhookSecret: 'webhook secret' }

type Message = { path: string; body: string; headers?: Record<string, string> }

/**
 * Returns a function that sends a provider's message to the shop, without an access token. Without
 * `headers`, the content type is that of a form.
 */
export function deliveryOf(shop: TestShop, { path, body, headers = {} }: Message): Delivery {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return async () => {
    const response = await shop.shop.app.inject({
      method: 'POST',
      url: `/api/payments/${path}`,
      headers: { ...type, ...headers },
      body,
    })
    return response.statusCode
  }
}

async function formOf(shop: TestShop, purchaseId: string): Promise<Record<string, string>> {
  const { data } = await shop.call('asha', 'GET', `/purchases/order/${purchaseId}`)
  return data.payment.form.fields
}

/** The simulator sends this card to its bank page, and returns each event of the bank twice. */
const TWICE_CARD = '4000000000003055'

/** The simulator's bank page sends the browser back, and may send a webhook too. */
export async function simulatorDriver(): Promise<ProviderDriver> {
  return {
    settings: TEST_PAYMENTS,
    paymentDetails: {
      method: 'card',
      cardNumber: TWICE_CARD,
      cardHolderName: 'Asha Rao',
      expiryDate: '12/29',
    },
    // A payment on the simulator's bank page settles only by a message.
    isFoundByPolling: false,
    // The simulator completes the refunds of this card at once.
    settleRefunds: async () => {},
    async openPage(shop, purchaseId) {
      const fields = { ...(await formOf(shop, purchaseId)), result: 'paid' }
      const returnPath = `simulator/return?order=${purchaseId}`
      const json = { 'content-type': 'application/json' }
      const forgedFields = { ...fields, token: 'guessed' }
      const payNow = async () => ({
        messages: [
          deliveryOf(shop, { path: returnPath, body: new URLSearchParams(fields).toString() }),
          deliveryOf(shop, { path: 'simulator/webhook', body: JSON.stringify(fields), headers: json }),
        ],
        forged: [
          deliveryOf(shop, { path: returnPath, body: new URLSearchParams(forgedFields).toString() }),
          deliveryOf(shop, {
            path: 'simulator/webhook',
            body: JSON.stringify(forgedFields),
            headers: json,
          }),
          // The shop has no such provider.
          deliveryOf(shop, { path: 'paypal/webhook', body: JSON.stringify(fields), headers: json }),
        ],
      })
      return payNow
    },
  }
}

/** Money to the shop's own UPI id. An operator's confirmation is the only message. */
export async function upiDriver(): Promise<ProviderDriver> {
  return {
    settings: { ...TEST_PAYMENTS, providers: ['upi'] },
    paymentDetails: { method: 'hosted', choice: 'upi' },
    isFoundByPolling: false,
    async settleRefunds(shop, purchaseId) {
      const { data } = await shop.call('asha', 'GET', `/purchases/order/${purchaseId}`)
      for (const { refundId } of data.refunds) {
        const path = `/admin/orders/${purchaseId}/refunds/${refundId}`
        await shop.call('boss', 'POST', path, { state: 'done', reference: 'UTR123' })
      }
    },
    async openPage(shop, purchaseId) {
      /** The operator confirms the payment, or sends it back when the order has ended. */
      const confirm = (sub: string) => async () => {
        const { data } = await shop.call('asha', 'GET', `/purchases/order/${purchaseId}`)
        const action = data.orderStatus === 'CANCELLED' ? 'payments' : 'confirm'
        const seen = { amount: data.totalAmount, reference: purchaseId }
        return (await shop.call(sub, 'POST', `/admin/orders/${purchaseId}/${action}`, seen)).status
      }
      const payNow = async () => ({
        messages: [confirm('boss')],
        forged: [
          // Asha is not an operator.
          confirm('asha'),
          deliveryOf(shop, { path: `upi/return?order=${purchaseId}`, body: 'result=paid' }),
          deliveryOf(shop, { path: 'upi/webhook', body: '{}' }),
        ],
      })
      return payNow
    },
  }
}

/** Razorpay's hosted page, callback and webhooks, played by the emulator. */
export async function razorpayDriver() {
  const emulator = await startRazorpayEmulator({ ...RAZORPAY_KEYS, now: () => new Date() })
  const { razorpay } = emulator
  const driver: ProviderDriver = {
    settings: {
      ...TEST_PAYMENTS,
      providers: ['razorpay'],
      razorpay: { ...RAZORPAY_KEYS, url: emulator.url },
    },
    paymentDetails: { method: 'hosted', choice: 'card' },
    isFoundByPolling: true,
    async settleRefunds() {
      for (const { id, status } of razorpay.refunds.values())
        if (status === 'pending') razorpay.settleRefund(id, 'processed')
    },
    async openPage(shop, purchaseId) {
      const { order_id: orderId = '' } = await formOf(shop, purchaseId)
      const payNow = async () => {
        const payment = razorpay.pay(orderId, 'captured', { purchaseId })
        const order = razorpay.getOrder(orderId)
        const webhookPath = 'razorpay/webhook'
        const captured = razorpay.webhookOf('payment.captured', { payment })
        const paid = razorpay.webhookOf('order.paid', { payment, order })
        const failed = razorpay.webhookOf('payment.failed', { payment: { ...payment, status: 'failed' } })
        const returnPath = `razorpay/return?order=${purchaseId}`
        const withOthersSignature = razorpay.callbackOf({ ...payment, id: 'pay_other' })
        withOthersSignature.set('razorpay_payment_id', payment.id)
        return {
          messages: [
            deliveryOf(shop, { path: webhookPath, ...captured }),
            deliveryOf(shop, { path: returnPath, body: razorpay.callbackOf(payment).toString() }),
            deliveryOf(shop, { path: webhookPath, ...paid }),
          ],
          forged: [
            // A webhook with a changed body.
            deliveryOf(shop, { path: webhookPath, ...captured, body: `${captured.body} ` }),
            // A webhook with the signature of another one, and a webhook without a signature.
            deliveryOf(shop, { path: webhookPath, body: failed.body, headers: captured.headers }),
            deliveryOf(shop, { path: webhookPath, body: captured.body }),
            // A callback with the signature of another payment, and one without a signature.
            deliveryOf(shop, { path: returnPath, body: withOthersSignature.toString() }),
            deliveryOf(shop, { path: returnPath, body: 'razorpay_payment_id=pay_1' }),
          ],
        }
      }
      return payNow
    },
    close: emulator.close,
  }
  return { driver, emulator }
}
