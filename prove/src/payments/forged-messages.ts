import { randomBytes, randomUUID } from 'node:crypto'
import { signatureOf } from '@nashta/shop-api/payments/razorpay/razorpay-signature'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { createShopper } from '../shopper.ts'
import {
  type Message,
  payOrder,
  placeOrder,
  sendCallback,
  sendWebhook,
  startEmulator,
} from './razorpay-store.ts'

/** Eight webhooks, four callbacks, and a true callback that is sent to another order. */
const FORGERIES_PER_PAYMENT = 13
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const forgedMessages: Proof = {
  id: 'S23',
  test: 'Forged callbacks and webhooks of a payment provider, and true ones that are replayed',
  sizes: { quick: 3, short: 100, nightly: 1000 },
  unit: `payments, each forged in ${FORGERIES_PER_PAYMENT} ways`,
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { emulator, settings, keys } = await startEmulator(context)
    const { url } = await context.startStore({ DATA_DIR: dataFolder, ...settings })
    const shopper = await createShopper(url)
    const ordersAsText = () => JSON.stringify(readShopFile(dataFolder, 'SELECT * FROM orders'))
    let [accepted, refused, replayed, changed] = [0, 0, 0, 0]

    for (let round = 0; round < size; round += 1) {
      const order = await placeOrder(shopper)
      const otherOrder = await placeOrder(shopper)
      const { callback, webhooks } = payOrder(emulator, order)
      const [captured, paid] = webhooks
      if (!captured || !paid) throw new Error('the emulator sent no webhooks')
      const before = ordersAsText()
      const statuses = [
        ...(await Promise.all(forgedWebhooks(captured, paid, keys).map((each) => sendWebhook(url, each)))),
        ...(await Promise.all(
          forgedCallbacks(callback).map((each) => sendCallback(url, order.purchaseId, each)),
        )),
        // The true callback of one payment is sent to another order.
        await sendCallback(url, otherOrder.purchaseId, callback),
      ]
      accepted += statuses.filter((status) => status < 400).length
      refused += statuses.filter((status) => status === 403).length
      if (ordersAsText() !== before) changed += 1

      // The first true message settles the order. Those after it must change nothing.
      await sendWebhook(url, captured)
      const settled = ordersAsText()
      for (const message of [captured, paid, captured]) {
        await sendWebhook(url, message)
        replayed += 1
      }
      await sendCallback(url, order.purchaseId, callback)
      replayed += 1
      if (ordersAsText() !== settled) changed += 1
    }

    const [counted] = readShopFile<{ confirmed: number }>(
      dataFolder,
      "SELECT count(*) AS confirmed FROM orders WHERE orderStatus = 'CONFIRMED'",
    )
    expectFigures({
      'forged messages that were accepted': [accepted, 0],
      'forged messages that were refused': [refused, size * FORGERIES_PER_PAYMENT],
      'times an order was changed': [changed, 0],
      'orders that are paid': [counted?.confirmed, size],
    })
    return `${refused} forged messages, 0 accepted; ${replayed} true ones replayed, 0 changed an order`
  },
  mutations: [
    {
      what: 'any signature is accepted',
      file: 'apps/shop-api/src/payments/razorpay/razorpay-signature.ts',
      from: 'return a.length === b.length && timingSafeEqual(a, b)',
      to: 'return true',
    },
    {
      what: 'the signature of a callback is checked with the order id that it names',
      file: 'apps/shop-api/src/payments/razorpay/razorpay-payments.ts',
      from: "const expected = paymentSignature(reference, fields.get('razorpay_payment_id') ?? '', keySecret)",
      to: "const expected = paymentSignature(fields.get('razorpay_order_id') ?? '', fields.get('razorpay_payment_id') ?? '', keySecret)",
    },
    {
      what: 'anyone may report a failed payment, and is sent to its order',
      file: 'apps/shop-api/src/payments/razorpay/razorpay-payments.ts',
      from: 'return isOurs ? findFailed(order.purchaseId, reference) : null',
      to: 'return findFailed(order.purchaseId, reference)',
    },
  ],
}

type Keys = { keySecret: string; webhookSecret: string }

function forgedWebhooks(captured: Message, paid: Message, { keySecret }: Keys): Message[] {
  const { body, headers } = captured
  const withSignature = (signature: string) => ({
    body,
    headers: { ...headers, 'x-razorpay-signature': signature },
  })
  const { 'x-razorpay-signature': _signature, ...unsigned } = headers
  return [
    { body, headers: unsigned },
    withSignature(''),
    withSignature(randomBytes(32).toString('hex')),
    // Signed with the secret of the API, not with that of the webhooks.
    withSignature(signatureOf(body, keySecret)),
    withSignature(signatureOf(body, '')),
    // These three have the true signature of another body.
    { body: `${body}\n`, headers },
    { body: body.replace('"amount":', '"amount": '), headers },
    { body: paid.body, headers },
  ]
}

function forgedCallbacks({ body }: Message): Message[] {
  const withFields = (change: Record<string, string>) => {
    const changed = new URLSearchParams(body)
    for (const [name, value] of Object.entries(change)) changed.set(name, value)
    return { body: changed.toString(), headers: FORM }
  }
  return [
    withFields({ razorpay_payment_id: `pay_${randomUUID()}` }),
    withFields({ razorpay_signature: randomBytes(32).toString('hex') }),
    { body: '', headers: FORM },
    // Razorpay does not sign the callback of a failed payment.
    { body: 'error%5Bcode%5D=BAD_REQUEST_ERROR', headers: FORM },
  ]
}
