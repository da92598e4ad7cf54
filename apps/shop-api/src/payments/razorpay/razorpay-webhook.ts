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
  if (event === 'refund.processed' && refund)
    return refundEvents(refund, { kind: 'done', reference: refund.id })
  if (event === 'refund.failed' && refund)
    return refundEvents(refund, { kind: 'refused', message: REFUND_FAILED })
  const isPaid = event === 'payment.captured' || event === 'order.paid'
  const isFailed = event === 'payment.failed'
  if (!payment || !(isPaid || isFailed)) return []
  const purchaseId = await purchaseIdOf(payment, fetchPurchaseId)
  const { order_id: reference } = payment
  if (purchaseId === null || !reference) return []
  if (isFailed) return [failedAttempt(payment.id, purchaseId, reference)]
  if (payment.currency !== 'INR') return []
  const amountPaise = asPaise(payment.amount)
  return [{ kind: 'approved', transactionId: payment.id, amountPaise, purchaseId, reference }]
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

/** Our order id, which is usually in the notes of the payment; null when it cannot be found. */
async function purchaseIdOf(
  { notes, order_id: reference }: RazorpayPayment,
  fetchPurchaseId: FetchPurchaseId,
) {
  if (notes['purchaseId'] !== undefined) return notes['purchaseId']
  return reference ? fetchPurchaseId(reference) : null
}
