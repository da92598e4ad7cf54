import { asPaise } from '@nashta/contracts/money'
import * as z from 'zod/mini'
import type { ForeignRefund, ProviderEvent } from '../payments.ts'
import { paymentSchema, type RazorpayPayment, type RazorpayRefund, refundSchema } from './razorpay-client.ts'

const ATTEMPT_FAILED = 'The payment did not go through, and nothing was charged. You can try again.'
const REFUND_FAILED = 'The bank refused the refund'

const webhookSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(z.object({ entity: paymentSchema })),
    refund: z.optional(z.object({ entity: refundSchema })),
  }),
})

type Webhook = z.output<typeof webhookSchema>

/**
 * Parses the body of a webhook. Returns null for a body that does not have the form of
 * `webhookSchema`.
 */
export function parseWebhook(body: Buffer): Webhook | null {
  try {
    const result = z.safeParse(webhookSchema, JSON.parse(body.toString('utf8')))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** Asks Razorpay for our order id. `reference` is the id of the order at Razorpay. */
type FetchPurchaseId = (reference: string) => Promise<string | null>

/** Returns the events of a webhook. Empty for a webhook about anything but payments and refunds. */
export async function eventsOf(
  { event, payload }: Webhook,
  fetchPurchaseId: FetchPurchaseId,
): Promise<ProviderEvent[]> {
  const payment = payload.payment?.entity
  const refund = payload.refund?.entity
  switch (event) {
    case 'refund.created':
      return refund ? refundEvents(refund, payment, fetchPurchaseId) : []
    case 'refund.processed':
      return refund ? refundEvents({ ...refund, status: 'processed' }, payment, fetchPurchaseId) : []
    case 'refund.failed':
      return refund ? refundEvents({ ...refund, status: 'failed' }, payment, fetchPurchaseId) : []
    case 'payment.captured':
    case 'order.paid':
      return payment ? paidEvents(payment, fetchPurchaseId) : []
    case 'payment.failed':
      return payment ? failedEvents(payment, fetchPurchaseId) : []
    default:
      return []
  }
}

async function paidEvents(
  payment: RazorpayPayment,
  fetchPurchaseId: FetchPurchaseId,
): Promise<ProviderEvent[]> {
  if (payment.currency !== 'INR' || payment.status !== 'captured') return []
  const order = await orderOf(payment, fetchPurchaseId)
  return order ? [{ ...toApproved(payment), ...order }] : []
}

export function toApproved({ id, amount, fee }: RazorpayPayment) {
  return {
    kind: 'approved',
    transactionId: id,
    amountPaise: asPaise(amount),
    feePaise: asPaise(fee ?? 0),
  } as const
}

async function failedEvents(payment: RazorpayPayment, fetchPurchaseId: FetchPurchaseId) {
  const order = await orderOf(payment, fetchPurchaseId)
  return order ? [failedAttempt(payment.id, order.purchaseId, order.reference)] : []
}

/**
 * The event of a failed attempt to pay. Both the callback and the webhook report the failure. They
 * make the same event id from the payment id, so that the order records the failure once.
 */
export function failedAttempt(paymentId: string, purchaseId: string, reference: string): ProviderEvent {
  return {
    kind: 'attemptFailed',
    message: ATTEMPT_FAILED,
    purchaseId,
    reference,
    eventId: `failed:${paymentId}`,
  }
}

async function refundEvents(
  refund: RazorpayRefund,
  payment: RazorpayPayment | undefined,
  fetchPurchaseId: FetchPurchaseId,
): Promise<ProviderEvent[]> {
  const { purchaseId, refundId } = refund.notes
  if (purchaseId !== undefined && refundId !== undefined)
    return [{ kind: 'refundSettled', purchaseId, refundId, result: toRefundResult(refund) }]
  return payment ? foreignRefunds(refund, payment, fetchPurchaseId) : []
}

/** The event of a refund without our notes; none if the order of the payment cannot be found. */
export async function foreignRefunds(
  refund: RazorpayRefund,
  payment: RazorpayPayment,
  fetchPurchaseId: FetchPurchaseId,
): Promise<(ForeignRefund & { purchaseId: string; reference: string })[]> {
  // Razorpay itself returns money that was never captured. The shop never had that money.
  if (payment.captured === false) return []
  const order = await orderOf(payment, fetchPurchaseId)
  return order ? [{ ...toForeignRefund(refund, payment, order.purchaseId), reference: order.reference }] : []
}

export function isForeign({ notes }: RazorpayRefund) {
  return notes['purchaseId'] === undefined || notes['refundId'] === undefined
}

export function toForeignRefund(
  refund: RazorpayRefund,
  payment: RazorpayPayment,
  purchaseId: string,
): ForeignRefund & { purchaseId: string } {
  return {
    kind: 'foreignRefund',
    purchaseId,
    transactionId: refund.payment_id,
    amountPaise: asPaise(refund.amount),
    ...(payment.currency === 'INR' && { payment: toApproved(payment) }),
    refundReference: refund.id,
    result: toRefundResult(refund),
  }
}

export function toRefundResult({ id, status }: RazorpayRefund): ForeignRefund['result'] {
  if (status === 'failed') return { kind: 'refused', message: REFUND_FAILED }
  return { kind: status === 'processed' ? 'done' : 'pending', reference: id }
}

/**
 * Our order id and Razorpay's, which is `reference`; null when one of them cannot be found. Our id
 * is usually in the notes of the payment.
 */
async function orderOf(payment: RazorpayPayment, fetchPurchaseId: FetchPurchaseId) {
  const { notes, order_id: reference } = payment
  if (!reference) return null
  const purchaseId = notes['purchaseId'] ?? (await fetchPurchaseId(reference))
  return purchaseId === null ? null : { purchaseId, reference }
}
