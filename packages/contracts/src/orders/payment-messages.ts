import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'

const MESSAGE_MAX_BYTES = 64 * 1024

const params = z.strictObject({ provider: z.string() })

/**
 * A lost event does no harm. Razorpay retries it for 24 hours, and the store itself asks Razorpay
 * for the outcome of a payment.
 */
export const receivePaymentEvent = {
  method: 'POST',
  path: '/payments/:provider/webhook',
  access: 'public',
  summary: 'Events of a payment provider, signed by it. Anything else is refused and changes nothing',
  params,
  /** The body is received as bytes, like a file, because the provider signs the bytes. */
  upload: { types: ['application/json'], maxBytes: MESSAGE_MAX_BYTES },
  reply: dataReply(z.object({ received: z.boolean() })),
  status: 200,
  rateLimit: { rule: 'paymentWebhook' },
} as const satisfies Endpoint

export const returnFromPayment = {
  method: 'POST',
  path: '/payments/:provider/return',
  access: 'public',
  summary:
    "The page of a payment provider sends the shopper's browser back with the signed outcome; the reply leads to the order",
  params,
  /** The order's id and, for some providers, our own signature of that id. */
  query: z.object({ order: z.string(), signature: z.optional(z.string()) }),
  /** The body is received as bytes, like a file. The provider's adapter parses the form. */
  upload: { types: ['application/x-www-form-urlencoded'], maxBytes: MESSAGE_MAX_BYTES },
  reply: z.undefined(),
  status: 303,
  rateLimit: { rule: 'paymentMessage' },
} as const satisfies Endpoint
