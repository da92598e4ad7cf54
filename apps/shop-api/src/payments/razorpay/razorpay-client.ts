import * as z from 'zod/mini'

const TIMEOUT_MS = 10_000
/** Two such requests end before the 15 seconds are over that the shop waits for a payment to begin. */
const CREATE_TIMEOUT_MS = 6_000

const PAGE_SIZE = 100
const PAGES_MAX = 10

export type RazorpaySettings = {
  /** The address of Razorpay's API. */
  url: string
  keyId: string
  keySecret: string
  webhookSecret: string
}

/**
 * Notes are an object whose values are all texts. Any other value becomes `{}`, such as the `[]`
 * that Razorpay sends when there are no notes.
 */
const notesSchema = z.pipe(
  z.unknown(),
  z.transform((notes: unknown): Readonly<Record<string, string>> => {
    const result = z.safeParse(z.record(z.string(), z.string()), notes)
    return result.success ? result.data : {}
  }),
)

const orderSchema = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  receipt: z.nullish(z.string()),
})
export const paymentSchema = z.object({
  id: z.string(),
  order_id: z.nullish(z.string()),
  amount: z.int().check(z.positive()),
  currency: z.string(),
  status: z.string(),
  captured: z.nullish(z.boolean()),
  /** What Razorpay takes, with GST. Null before the payment is captured. */
  fee: z.nullish(z.int()),
  notes: notesSchema,
})
export const refundSchema = z.object({
  id: z.string(),
  amount: z.int().check(z.positive()),
  status: z.string(),
  payment_id: z.string(),
  notes: notesSchema,
})
const refundListSchema = z.object({ items: z.array(refundSchema) })
const errorSchema = z.object({ error: z.object({ description: z.string() }) })

type RazorpayOrder = z.output<typeof orderSchema>
export type RazorpayPayment = z.output<typeof paymentSchema>
export type RazorpayRefund = z.output<typeof refundSchema>

/** Razorpay refused the request and would refuse it again. */
export class RazorpayRefusal extends Error {
  override name = 'RazorpayRefusal'
}

/** Razorpay does not accept the key id and key secret. */
class RazorpayKeyRefusal extends Error {}

export function isKeyRefusal(error: unknown) {
  return error instanceof RazorpayKeyRefusal
}

type CallOptions = { body?: object; headers?: Record<string, string>; timeoutMs?: number }

export function createRazorpayClient({ url, keyId, keySecret }: RazorpaySettings) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function call<S extends z.ZodMiniType>(
    path: string,
    schema: S,
    { body, headers = {}, timeoutMs = TIMEOUT_MS }: CallOptions = {},
  ): Promise<z.output<S>> {
    const response = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return z.parse(schema, await response.json())
    // A proxy may respond to an error with a page of HTML.
    const reply: unknown = await response.json().catch(() => null)
    const error = z.safeParse(errorSchema, reply)
    const message = error.success ? error.data.error.description : `status ${response.status}`
    // With 400, Razorpay refuses the request itself. Other statuses come from wrong keys,
    // conflicts, rate limits or failures of Razorpay, and the same request may succeed later.
    if (response.status === 400) throw new RazorpayRefusal(message)
    if (response.status === 401) throw new RazorpayKeyRefusal(`Razorpay refused the keys: ${message}`)
    throw new Error(`Razorpay responded ${response.status} to ${path}: ${message}`)
  }

  /** Reads one page after another. A list has at most a hundred refunds on a page. */
  async function listRefunds(path: string, filter: Record<string, string>): Promise<RazorpayRefund[]> {
    const refunds: RazorpayRefund[] = []
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = new URLSearchParams({ ...filter, count: String(PAGE_SIZE), skip: String(refunds.length) })
      const { items } = await call(`${path}?${query.toString()}`, refundListSchema)
      refunds.push(...items)
      if (items.length < PAGE_SIZE) break
    }
    return refunds
  }

  return {
    createOrder: (order: object) =>
      call('/v1/orders', orderSchema, { body: order, timeoutMs: CREATE_TIMEOUT_MS }),
    async listOrders(receipt: string): Promise<readonly RazorpayOrder[]> {
      const list = z.object({ items: z.array(orderSchema) })
      return (await call(`/v1/orders?receipt=${encodeURIComponent(receipt)}`, list)).items
    },
    getOrder: (orderId: string) => call(`/v1/orders/${encodeURIComponent(orderId)}`, orderSchema),
    async listPayments(orderId: string): Promise<readonly RazorpayPayment[]> {
      const list = z.object({ items: z.array(paymentSchema) })
      return (await call(`/v1/orders/${encodeURIComponent(orderId)}/payments`, list)).items
    },
    capture: ({ id: paymentId, amount, currency }: RazorpayPayment) =>
      call(`/v1/payments/${encodeURIComponent(paymentId)}/capture`, paymentSchema, {
        body: { amount, currency },
      }),
    refund: (paymentId: string, refund: object, idempotencyKey: string) =>
      call(`/v1/payments/${encodeURIComponent(paymentId)}/refund`, refundSchema, {
        body: refund,
        headers: { 'x-refund-idempotency': idempotencyKey },
      }),
    getPayment: (paymentId: string) => call(`/v1/payments/${encodeURIComponent(paymentId)}`, paymentSchema),
    listRefundsOf: (paymentId: string) =>
      listRefunds(`/v1/payments/${encodeURIComponent(paymentId)}/refunds`, {}),
    listRefundsSince: (since: Date) =>
      listRefunds('/v1/refunds', { from: String(Math.floor(since.getTime() / 1000)) }),
    getRefund: (refundId: string) => call(`/v1/refunds/${encodeURIComponent(refundId)}`, refundSchema),
  }
}
