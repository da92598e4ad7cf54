import { asPaise } from '@nashta/contracts/money'
import * as z from 'zod/mini'
import type { ProviderEvent, RefundResult } from '../payments.ts'
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
    case 'refund.processed':
      return refund ? refundEvents(refund, { kind: 'done', reference: refund.id }) : []
    case 'refund.failed':
      return refund ? refundEvents(refund, { kind: 'refused', message: REFUND_FAILED }) : []
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

function refundEvents({ notes }: RazorpayRefund, result: RefundResult): ProviderEvent[] {
  const { purchaseId, refundId } = notes
  if (purchaseId === undefined || refundId === undefined) return []
  return [{ kind: 'refundSettled', purchaseId, refundId, result }]
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
