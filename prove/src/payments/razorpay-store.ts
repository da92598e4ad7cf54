import { randomUUID } from 'node:crypto'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import { startRazorpayEmulator } from '../../../apps/shop-api/test-support/razorpay-emulator/start-emulator.ts'
import type { ProofContext } from '../proof-context.ts'
import { donutOrder, type Shopper } from '../shopper.ts'

const KEYS = { keyId: 'rzp_test_proof', keySecret: randomUUID(), webhookSecret: randomUUID() }

export type Emulator = Awaited<ReturnType<typeof startRazorpayEmulator>>
export type Message = { body: string; headers: Record<string, string> }

/** Starts the emulator of Razorpay. Returns it with the settings of a store that uses it. */
export async function startEmulator(
  context: ProofContext,
): Promise<{ emulator: Emulator; settings: StoreSettings; keys: typeof KEYS }> {
  const emulator = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
  context.atEnd(() => emulator.close())
  const settings = {
    PAYMENTS: 'razorpay',
    RAZORPAY_URL: emulator.url,
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
  }
  return { emulator, settings, keys: KEYS }
}

type Placed = { data: { purchaseId: string; payment: { form: { fields: { order_id: string } } } } }

/** Places an order that is paid on Razorpay's page. */
export async function placeOrder({ call, userId }: Shopper) {
  const order = donutOrder(1, { method: 'hosted', choice: 'card' })
  const { status, body } = await call('POST', `/purchases/${userId}`, order, {
    [IDEMPOTENCY_KEY_HEADER]: randomUUID(),
  })
  if (status !== 201) throw new Error(`an order got ${status} ${JSON.stringify(body)}`)
  const { purchaseId, payment } = (body as Placed).data
  return { purchaseId, razorpayOrderId: payment.form.fields.order_id }
}

/** Pays on Razorpay's page. Returns the callback and the webhooks that report the payment. */
export function payOrder(
  { razorpay }: Emulator,
  { purchaseId, razorpayOrderId }: { purchaseId: string; razorpayOrderId: string },
) {
  const payment = razorpay.pay(razorpayOrderId, 'captured', { purchaseId })
  const callback: Message = {
    body: razorpay.callbackOf(payment).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  return {
    callback,
    webhooks: [
      razorpay.webhookOf('payment.captured', { payment }),
      razorpay.webhookOf('order.paid', { payment, order: razorpay.getOrder(razorpayOrderId) }),
    ],
  }
}

/** Refunds a part in Razorpay's dashboard, which knows nothing of the shop's notes. Returns the webhooks. */
export function refundInDashboard(
  { razorpay }: Emulator,
  { razorpayOrderId }: { razorpayOrderId: string },
  amount: number,
): Message[] {
  const payment = [...razorpay.payments.values()].find((each) => each.order_id === razorpayOrderId)
  if (!payment) throw new Error('the order has no payment')
  const refund = razorpay.refund(payment.id, { amount }, undefined)
  return [
    razorpay.webhookOf('refund.created', { refund, payment }),
    razorpay.webhookOf('refund.processed', {
      refund: razorpay.settleRefund(refund.id, 'processed'),
      payment,
    }),
  ]
}

export async function sendWebhook(url: string, { body, headers }: Message): Promise<number> {
  const address = `${url}${SHOP_API_BASE}/payments/razorpay/webhook`
  const response = await fetch(address, { method: 'POST', body, headers })
  await response.arrayBuffer()
  return response.status
}

export async function sendCallback(url: string, purchaseId: string, { body, headers }: Message) {
  const address = `${url}${SHOP_API_BASE}/payments/razorpay/return?order=${purchaseId}`
  const response = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}
