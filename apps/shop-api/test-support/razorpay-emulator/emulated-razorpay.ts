import { randomBytes } from 'node:crypto'
import { paymentSignature, signatureOf } from '../../src/payments/razorpay/razorpay-signature.ts'

/** Razorpay's ids end in 14 letters and digits. */
const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString('hex')}`

/** In Razorpay's replies, empty notes are an empty array. */
type Notes = Record<string, string> | []
type Order = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}
type Payment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'failed' | 'refunded'
  order_id: string
  amount_refunded: number
  captured: boolean
  notes: Notes
  /** What Razorpay takes, with GST. Null until the payment is captured, unless the shopper pays it. */
  fee: number | null
  fee_bearer: 'platform' | 'customer'
  error_code: string | null
  error_description: string | null
  created_at: number
}
type Refund = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  receipt: string | null
  notes: Notes
  status: 'pending' | 'processed' | 'failed'
  created_at: number
}
type Webhook = { body: string; headers: Record<string, string> }

export type EmulatorKeys = { keyId: string; keySecret: string; webhookSecret: string }

/** The text is the one that the official package's users report. */
const LOW_BALANCE =
  'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.'

/** A list has ten items by default, and a hundred at most. */
const PAGE_SIZE = 10
const PAGE_SIZE_MAX = 100

function collection<Entity>(newestFirst: readonly Entity[], query: URLSearchParams) {
  const count = Math.min(Number(query.get('count') ?? PAGE_SIZE), PAGE_SIZE_MAX)
  const skip = Number(query.get('skip') ?? 0)
  const items = newestFirst.slice(skip, skip + count)
  return { entity: 'collection', count: items.length, items }
}

/** A request that Razorpay refuses, with the status and text of its error. */
export class RazorpayError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function find<Entity>(entities: Map<string, Entity>, id: string): Entity {
  const found = entities.get(id)
  if (!found) throw new RazorpayError(400, 'The id provided does not exist')
  return found
}

/** Razorpay's orders, payments and refunds in memory, written from its published documentation. */
export function createEmulatedRazorpay({ keySecret, webhookSecret }: EmulatorKeys, now: () => Date) {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  /** By idempotency key: the request as text, and the refund that it made. */
  const refundRequests = new Map<string, { request: string; refundId: string }>()
  const seconds = () => Math.floor(now().getTime() / 1000)
  /** What a test or the owner changes in Razorpay's dashboard. */
  const account = {
    /** Refunds of more than this are refused. */
    balance: Infinity,
    /** The fee of a payment that the shopper pays on top of the order's amount; 0 if the shop pays it. */
    convenienceFee: 0,
  }

  function markCaptured(order: Order, payment: Payment) {
    const fee = payment.fee ?? Math.round(payment.amount * 0.0236)
    Object.assign(payment, { status: 'captured', captured: true, fee })
    // The order counts what the shop asked for, without a fee that the shopper pays on top.
    Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
    return payment
  }

  return {
    orders,
    payments,
    refunds,
    account,

    createOrder(body: Record<string, unknown>): Order {
      const { amount, currency, receipt = null, notes = [], unique_receipt: mustBeUnique } = body
      // Amounts are in paise. The smallest is one rupee.
      if (!Number.isInteger(amount) || Number(amount) < 100)
        throw new RazorpayError(400, 'The amount must be at least INR 1.00')
      if (currency !== 'INR') throw new RazorpayError(400, 'Currency is not supported')
      if (receipt !== null && (typeof receipt !== 'string' || receipt.length > 40))
        throw new RazorpayError(400, 'The receipt may not be greater than 40 characters.')
      if (mustBeUnique === true && [...orders.values()].some((order) => order.receipt === receipt))
        throw new RazorpayError(400, 'Receipt is not unique')
      const order: Order = {
        id: newId('order'),
        entity: 'order',
        amount: Number(amount),
        amount_paid: 0,
        amount_due: Number(amount),
        currency,
        receipt,
        status: 'created',
        attempts: 0,
        notes: notes as Notes,
        created_at: seconds(),
      }
      orders.set(order.id, order)
      return order
    },
    getOrder: (id: string) => find(orders, id),
    listOrders(query: URLSearchParams) {
      const receipt = query.get('receipt')
      const found = [...orders.values()].filter((order) => receipt === null || order.receipt === receipt)
      return collection(found.toReversed(), query)
    },
    listPayments(orderId: string) {
      find(orders, orderId)
      const items = [...payments.values()].filter((payment) => payment.order_id === orderId)
      return { entity: 'collection', count: items.length, items: items.toReversed() }
    },
    getPayment: (id: string) => find(payments, id),

    /** Pays as a shopper on the page. Like Razorpay, it refuses to pay a paid order again. */
    pay(orderId: string, result: 'captured' | 'authorized' | 'failed', notes: Notes = []): Payment {
      const order = find(orders, orderId)
      if (order.status === 'paid') throw new RazorpayError(400, 'Payment already done for this order.')
      const hasFailed = result === 'failed'
      const payment: Payment = {
        id: newId('pay'),
        entity: 'payment',
        amount: order.amount + account.convenienceFee,
        currency: order.currency,
        status: hasFailed ? 'failed' : 'authorized',
        order_id: orderId,
        amount_refunded: 0,
        captured: false,
        notes,
        fee: account.convenienceFee || null,
        fee_bearer: account.convenienceFee > 0 ? 'customer' : 'platform',
        error_code: hasFailed ? 'BAD_REQUEST_ERROR' : null,
        error_description: hasFailed ? 'Payment failed' : null,
        created_at: seconds(),
      }
      payments.set(payment.id, payment)
      order.attempts += 1
      order.status = 'attempted'
      return result === 'captured' ? markCaptured(order, payment) : payment
    },
    /** Captures a payment that was only authorised, or that had failed. */
    capture(paymentId: string, amount?: unknown): Payment {
      const payment = find(payments, paymentId)
      if (amount !== undefined && amount !== payment.amount)
        throw new RazorpayError(400, 'Capture amount must be equal to the amount authorized')
      if (payment.captured) throw new RazorpayError(400, 'This payment has already been captured')
      return markCaptured(find(orders, payment.order_id), payment)
    },

    refund(paymentId: string, body: Record<string, unknown>, key: string | undefined): Refund {
      const request = JSON.stringify([paymentId, body])
      const earlier = key === undefined ? undefined : refundRequests.get(key)
      if (earlier && earlier.request !== request)
        throw new RazorpayError(400, 'Different request body used for the same idempotency key')
      // A repeated key gets the first response again. In that response, the refund is pending.
      if (earlier) return { ...find(refunds, earlier.refundId), status: 'pending' }
      if (key !== undefined && !/^[\w-]{10,}$/.test(key))
        throw new RazorpayError(400, 'The idempotency key must be at least 10 characters.')
      const payment = find(payments, paymentId)
      const amount = Number(body['amount'] ?? payment.amount)
      if (!payment.captured) throw new RazorpayError(400, 'The payment has not been captured')
      if (amount < 100) throw new RazorpayError(400, 'The amount must be at least INR 1.00')
      if (payment.amount_refunded + amount > payment.amount)
        throw new RazorpayError(400, 'The total refund amount is greater than the refund payment amount')
      if (amount > account.balance) throw new RazorpayError(400, LOW_BALANCE)
      const refund: Refund = {
        id: newId('rfnd'),
        entity: 'refund',
        amount,
        currency: payment.currency,
        payment_id: paymentId,
        receipt: typeof body['receipt'] === 'string' ? body['receipt'] : null,
        notes: (body['notes'] ?? []) as Notes,
        status: 'pending',
        created_at: seconds(),
      }
      payment.amount_refunded += amount
      if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
      refunds.set(refund.id, refund)
      if (key !== undefined) refundRequests.set(key, { request, refundId: refund.id })
      // The copy stays pending when `settleRefund` changes the refund.
      return { ...refund }
    },
    getRefund: (id: string) => find(refunds, id),
    listRefunds(query: URLSearchParams, paymentId?: string) {
      const from = Number(query.get('from') ?? 0)
      const found = [...refunds.values()].filter(
        (refund) => refund.created_at >= from && (paymentId === undefined || refund.payment_id === paymentId),
      )
      return collection(found.toReversed(), query)
    },
    settleRefund(id: string, status: 'processed' | 'failed') {
      const refund = find(refunds, id)
      refund.status = status
      if (status === 'failed') find(payments, refund.payment_id).amount_refunded -= refund.amount
      return refund
    },

    /** The fields that the browser posts to the callback address after a successful payment. */
    callbackOf({ id, order_id: orderId }: Payment): URLSearchParams {
      return new URLSearchParams({
        razorpay_payment_id: id,
        razorpay_order_id: orderId,
        razorpay_signature: paymentSignature(orderId, id, keySecret),
      })
    },
    /** A webhook with a new event id. To repeat a delivery, send the same webhook again. */
    webhookOf(event: string, entities: { payment?: Payment; refund?: Refund; order?: Order }): Webhook {
      const contains = Object.keys(entities)
      const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
      const body = JSON.stringify({ entity: 'event', event, contains, payload, created_at: seconds() })
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-event-id': newId('evt'),
        'x-razorpay-signature': signatureOf(body, webhookSecret),
      }
      return { body, headers }
    },
  }
}
