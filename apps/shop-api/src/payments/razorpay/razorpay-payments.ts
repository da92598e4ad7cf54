import { orderOfKey } from '../payment-key.ts'
import type { PaymentOutcome, PaymentProvider, ProviderEvent, ReceivedMessage } from '../payments.ts'
import { createRazorpayClient, type RazorpaySettings, RazorpayRefusal } from './razorpay-client.ts'
import { isSameSignature, paymentSignature, returnSignature, signatureOf } from './razorpay-signature.ts'
import {
  eventsOf,
  failedAttempt,
  foreignRefunds,
  isForeign,
  parseWebhook,
  toApproved,
  toForeignRefund,
  toRefundResult,
} from './razorpay-webhook.ts'

const UNREACHABLE = 'The payment page could not be reached, and nothing was charged. Please try again.'

/**
 * The descriptions with which Razorpay refuses a refund while the shop's balance there is too low. In
 * 2025, users of the official package got the second one.
 */
const LOW_BALANCE = /balance|^invalid request sent$/i
const BALANCE_TOO_LOW =
  'The balance at Razorpay is too low. Add funds in its dashboard: the refund is sent again by itself.'

const MINUTE_MS = 60_000

type NewOrder = { amount: number; currency: string; receipt: string }

export type RazorpayDeps = RazorpaySettings & {
  /** The address to which Razorpay's page sends the shopper back, without the query. */
  returnUrl: string
  publicUrl: string
  /** The name that the payment page shows. */
  shopName: () => Promise<string>
  reportError: (error: unknown) => void
}

/** What is the same for all keys. */
const RAZORPAY = {
  name: 'razorpay',
  methods: [
    { method: 'card', way: 'redirect' },
    { method: 'upi', way: 'redirect' },
    { method: 'netbanking', way: 'redirect' },
  ],
  // Usually a callback or webhook comes first, and Razorpay need not be asked.
  polling: { delayMs: 15 * MINUTE_MS, intervalMs: MINUTE_MS, intervalMaxMs: 60 * MINUTE_MS },
} as const satisfies Partial<PaymentProvider>

type RazorpayKeys = Omit<RazorpaySettings, 'url'>

/**
 * Payments with the keys that an operator has written. `readKeys` returns null before that, and the
 * same object while they are unchanged.
 */
export function createConnectedRazorpay(
  deps: Omit<RazorpayDeps, keyof RazorpayKeys>,
  readKeys: () => Promise<RazorpayKeys | null>,
): PaymentProvider {
  let made: { keys: RazorpayKeys; provider: PaymentProvider } | undefined

  async function connected(): Promise<PaymentProvider | null> {
    const keys = await readKeys()
    if (keys && made?.keys !== keys) made = { keys, provider: createRazorpayPayments({ ...deps, ...keys }) }
    return keys && made ? made.provider : null
  }

  async function required(): Promise<PaymentProvider> {
    const provider = await connected()
    if (!provider) throw new Error('The keys of Razorpay cannot be read: an administrator writes them again')
    return provider
  }

  return {
    ...RAZORPAY,
    begin: async (request) => (await required()).begin(request),
    receive: async (message) => (await connected())?.receive(message) ?? null,
    find: async (payment) => (await required()).find(payment),
    refund: async (request) => (await required()).refund(request),
    findRefund: async (reference) => (await required()).findRefund(reference),
    listForeignRefunds: async (filter) => (await connected())?.listForeignRefunds(filter) ?? [],
  }
}

/**
 * Payments on Razorpay's own page. Card, UPI and bank details are never typed on our page. Our
 * order id is `purchaseId`, and Razorpay's id of the order is the `reference` of the payment.
 */
export function createRazorpayPayments(deps: RazorpayDeps): PaymentProvider {
  const { url, keyId, keySecret, webhookSecret, returnUrl, publicUrl, shopName, reportError } = deps
  const client = createRazorpayClient(deps)

  /**
   * Returns the captured payment. Without one, captures an authorised payment, whose money the bank
   * has only promised. If our order is over by now, the settlement of the order refunds the money.
   */
  async function findOrCapture(reference: string): Promise<PaymentOutcome | null> {
    const payments = (await client.listPayments(reference)).filter(({ currency }) => currency === 'INR')
    const withStatus = (wanted: string) => payments.find(({ status }) => status === wanted)
    const captured = withStatus('captured')
    if (captured) return toApproved(captured)
    const authorised = withStatus('authorized')
    if (authorised) return toApproved(await client.capture(authorised))
    // An operator has refunded the whole payment in the dashboard. It is approved, because its money came;
    // `listForeignRefunds` finds the refund.
    const refunded = payments.find(
      ({ status, captured: wasCaptured }) => status === 'refunded' && wasCaptured,
    )
    return refunded ? toApproved(refunded) : null
  }

  /**
   * The event of a failed attempt to pay. Empty when Razorpay has no failed attempt or is
   * unreachable.
   */
  async function findFailed(purchaseId: string, reference: string): Promise<readonly ProviderEvent[]> {
    const payments = await client.listPayments(reference).catch((error: unknown) => {
      reportError(error)
      return []
    })
    const failed = payments.find(({ status }) => status === 'failed')
    return failed ? [failedAttempt(failed.id, purchaseId, reference)] : []
  }

  /**
   * Returns the events of a callback. The callback comes from the browser, so its fields tell only
   * that an attempt to pay succeeded or failed. Amount and state come from Razorpay's API.
   */
  async function receiveReturn(message: ReceivedMessage): Promise<readonly ProviderEvent[] | null> {
    const { body, order } = message
    const fields = new URLSearchParams(body.toString('utf8'))
    const reference = order?.payment.reference
    if (!order || reference === undefined) return null
    // Razorpay does not sign the callback of a failed payment. Our own signature in the return
    // address proves that the browser got the address from us.
    if (fields.has('error[code]')) {
      const isOurs = isSameSignature(message.signature, returnSignature(order.payment.key, keySecret))
      return isOurs ? findFailed(order.purchaseId, reference) : null
    }
    const expected = paymentSignature(reference, fields.get('razorpay_payment_id') ?? '', keySecret)
    if (!isSameSignature(fields.get('razorpay_signature'), expected)) return null
    const outcome = await findOrCapture(reference).catch((error: unknown) => {
      reportError(error)
      return null
    })
    return outcome?.kind === 'approved' ? [{ ...outcome, reference, purchaseId: order.purchaseId }] : []
  }

  /**
   * Returns our order id, which is in the key that `begin` has sent to Razorpay as the receipt of the order. Returns
   * null for an order without a receipt, or that Razorpay does not know.
   */
  async function fetchPurchaseId(reference: string) {
    try {
      const { receipt } = await client.getOrder(reference)
      return receipt ? orderOfKey(receipt).purchaseId : null
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error
      reportError(error)
      return null
    }
  }

  /**
   * Creates the order. When Razorpay refuses it because an earlier request has used the receipt,
   * returns the order of that request.
   */
  async function createOrder(order: NewOrder) {
    try {
      return await client.createOrder(order)
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error
      const earlier = await client.listOrders(order.receipt)
      const same = earlier.find(
        ({ amount, currency }) => amount === order.amount && currency === order.currency,
      )
      if (!same) throw error
      return same
    }
  }

  /** Creates the order, with a second request if the first one got no response. */
  async function createOrderAgainIfLost(order: NewOrder) {
    try {
      return await createOrder(order)
    } catch (error) {
      if (error instanceof RazorpayRefusal) throw error
      reportError(error)
      return createOrder(order)
    }
  }

  async function receiveWebhook({ headers, body }: ReceivedMessage) {
    if (!isSameSignature(headers['x-razorpay-signature'], signatureOf(body, webhookSecret))) return null
    const webhook = parseWebhook(body)
    if (!webhook) return []
    const eventId = headers['x-razorpay-event-id']
    const events = await eventsOf(webhook, fetchPurchaseId)
    // The event of a failed attempt already has an id, which replaces the id of the webhook.
    return typeof eventId === 'string' ? events.map((event) => ({ eventId, ...event })) : events
  }

  return {
    ...RAZORPAY,

    async begin({ key, amountPaise, shopper, orderPath }) {
      const { purchaseId } = orderOfKey(key)
      // With `unique_receipt`, Razorpay refuses a second order with the same receipt.
      const order = {
        amount: amountPaise,
        currency: 'INR',
        receipt: key,
        notes: { purchaseId },
        unique_receipt: true,
      }
      let reference: string
      try {
        reference = (await createOrderAgainIfLost(order)).id
      } catch (error) {
        reportError(error)
        // Razorpay may have created an order whose response was lost. Nothing is charged for that
        // order, because the shopper can pay only with the form that `begin` returns on success.
        return { kind: 'declined', message: UNREACHABLE }
      }
      const signature = returnSignature(key, keySecret)
      const returnQuery = new URLSearchParams({ order: key, signature })
      const fields = {
        key_id: keyId,
        order_id: reference,
        amount: String(amountPaise),
        currency: 'INR',
        name: await shopName(),
        'prefill[name]': shopper.name,
        'prefill[contact]': shopper.phone,
        ...(shopper.email !== null && { 'prefill[email]': shopper.email }),
        'notes[purchaseId]': purchaseId,
        callback_url: `${returnUrl}?${returnQuery.toString()}`,
        cancel_url: new URL(`${orderPath}?payment=cancelled`, publicUrl).href,
      }
      return { kind: 'waiting', reference, form: { url: new URL('/v1/checkout/embedded', url).href, fields } }
    },

    receive: (message) => (message.kind === 'return' ? receiveReturn(message) : receiveWebhook(message)),

    find: async ({ reference }) => (reference === undefined ? null : findOrCapture(reference)),

    async refund({ purchaseId, refundId, transactionId, amountPaise }) {
      const refundKey = `${purchaseId}-${refundId}`
      const request = {
        amount: amountPaise,
        speed: 'normal',
        receipt: refundKey,
        notes: { purchaseId, refundId },
      }
      try {
        return toRefundResult(await client.refund(transactionId, request, refundKey))
      } catch (error) {
        if (!(error instanceof RazorpayRefusal)) throw error
        if (LOW_BALANCE.test(error.message)) return { kind: 'delayed', message: BALANCE_TOO_LOW }
        return { kind: 'refused', message: error.message }
      }
    },

    findRefund: async (reference) => toRefundResult(await client.getRefund(reference)),

    async listForeignRefunds(filter) {
      if ('transactionId' in filter) {
        const { purchaseId, transactionId } = filter
        const refunds = (await client.listRefundsOf(transactionId)).filter(isForeign)
        if (refunds.length === 0) return []
        const payment = await client.getPayment(transactionId)
        return refunds.map((refund) => toForeignRefund(refund, payment, purchaseId))
      }
      const found = []
      for (const refund of (await client.listRefundsSince(filter.since)).filter(isForeign)) {
        const payment = await client.getPayment(refund.payment_id)
        found.push(...(await foreignRefunds(refund, payment, fetchPurchaseId)))
      }
      return found
    },
  }
}
