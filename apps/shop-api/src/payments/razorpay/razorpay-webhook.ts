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

/** Null for a body that is not an event in the form of `webhookSchema`. */
export function parseWebhook(body: Buffer): Webhook | null {
  try {
    const result = z.safeParse(webhookSchema, JSON.parse(body.toString('utf8')))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/**
 * Returns the events of a webhook. A payment usually has our order id in its notes. If it has none,
 * `fetchPurchaseId` asks Razorpay for it. The `reference` is Razorpay's own id of the order.
 */
export async function eventsOf(
  { event, payload }: Webhook,
  fetchPurchaseId: (reference: string) => Promise<string | null>,
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
 * Callback and webhook report the same failure. The event id is made from the payment id, so that
 * the failure is recorded once.
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

async function purchaseIdOf(
  { notes, order_id: reference }: RazorpayPayment,
  fetchPurchaseId: (reference: string) => Promise<string | null>,
) {
  if (notes['purchaseId'] !== undefined) return notes['purchaseId']
  return reference ? fetchPurchaseId(reference) : null
}
