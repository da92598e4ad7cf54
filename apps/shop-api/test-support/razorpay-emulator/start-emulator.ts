import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { checkoutPage, returnPage } from './checkout-page.ts'
import { createEmulatedRazorpay, type EmulatorKeys, RazorpayError } from './emulated-razorpay.ts'

export type EmulatorOptions = EmulatorKeys & {
  port?: number
  /** Webhooks are sent to this address. Without it, none are sent. */
  webhookUrl?: string
  now: () => Date
}

type Hook = ((path: string) => Promise<void>) | undefined

type Reply = { status: number; type: 'application/json' | 'text/html'; body: string }

/** Serves, locally, Razorpay's API for orders, payments and refunds, and its checkout page. */
export async function startRazorpayEmulator(options: EmulatorOptions) {
  const { keyId, keySecret, webhookUrl, port = 0 } = options
  const razorpay = createEmulatedRazorpay(options, options.now)
  /** Tests add HTTP statuses here. Each API call removes the first status, and fails with it. */
  const failures: number[] = []
  /**
   * `before` runs before the emulator acts on a request. `after` runs between the action and the
   * response. The argument is the path of the request.
   */
  const hooks: { before?: Hook; after?: Hook } = {}
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  function sendWebhook(...event: Parameters<typeof razorpay.webhookOf>) {
    if (webhookUrl === undefined) return
    const { body, headers } = razorpay.webhookOf(...event)
    void fetch(webhookUrl, { method: 'POST', body, headers }).catch(() => {})
  }

  function callApi(
    request: IncomingMessage,
    { pathname: path, searchParams: query }: URL,
    body: Record<string, unknown>,
  ): object {
    const failure = failures.shift()
    if (failure !== undefined) throw new RazorpayError(failure, 'The server is not available')
    if (request.headers.authorization !== authorization) throw new RazorpayError(401, 'Authentication failed')
    const [, , resource, id = '', action] = path.split('/')
    const route = [resource, id && ':id', action].filter(Boolean).join('/')
    const call = `${request.method} ${route}`
    if (call === 'POST orders') return razorpay.createOrder(body)
    if (call === 'GET orders') return razorpay.listOrders(query)
    if (call === 'GET orders/:id') return razorpay.getOrder(id)
    if (call === 'GET orders/:id/payments') return razorpay.listPayments(id)
    if (call === 'GET payments/:id') return razorpay.getPayment(id)
    if (call === 'POST payments/:id/capture') return razorpay.capture(id, body['amount'])
    if (call === 'GET payments/:id/refunds') return razorpay.listRefunds(query, id)
    if (call === 'GET refunds') return razorpay.listRefunds(query)
    if (call === 'GET refunds/:id') return razorpay.getRefund(id)
    if (call === 'POST payments/:id/refund') {
      const key = request.headers['x-refund-idempotency']
      const refund = razorpay.refund(id, body, typeof key === 'string' ? key : undefined)
      // With a webhook address, as in `npm run dev`, refunds are processed at once. Tests set no
      // webhook address, and call `settleRefund` themselves.
      if (webhookUrl !== undefined)
        sendWebhook('refund.processed', { refund: razorpay.settleRefund(refund.id, 'processed') })
      return refund
    }
    throw new RazorpayError(404, 'The requested URL was not found on the server.')
  }

  /** Handles a button of the checkout page. Returns the page that leads back to the shop. */
  function pay(fields: URLSearchParams): string {
    const field = (name: string) => fields.get(name) ?? ''
    const notes = { purchaseId: field('notes[purchaseId]') }
    const hasFailed = field('result') === 'failed'
    const payment = razorpay.pay(field('order_id'), hasFailed ? 'failed' : 'captured', notes)
    const order = razorpay.getOrder(payment.order_id)
    if (hasFailed) {
      sendWebhook('payment.failed', { payment })
      const error = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Payment failed' }
      return returnPage(field('callback_url'), new URLSearchParams(error))
    }
    sendWebhook('payment.captured', { payment })
    sendWebhook('order.paid', { payment, order })
    return returnPage(field('callback_url'), razorpay.callbackOf(payment))
  }

  function reply(request: IncomingMessage, body: string): Reply {
    const url = new URL(request.url ?? '/', 'http://emulator')
    const { pathname } = url
    try {
      const page = { status: 200, type: 'text/html' } as const
      if (pathname === '/v1/checkout/embedded')
        return { ...page, body: checkoutPage(new URLSearchParams(body)) }
      if (pathname === '/emulator/pay') return { ...page, body: pay(new URLSearchParams(body)) }
      const result = callApi(request, url, parseJson(body))
      return { status: 200, type: 'application/json', body: JSON.stringify(result) }
    } catch (error) {
      const status = error instanceof RazorpayError ? error.status : 500
      const description = error instanceof Error ? error.message : ''
      const code = status === 400 ? 'BAD_REQUEST_ERROR' : 'SERVER_ERROR'
      const details = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
      const content = JSON.stringify({ error: { code, description, ...details } })
      return { status, type: 'application/json', body: content }
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const path = request.url ?? ''
    await hooks.before?.(path)
    // A test may kill the client in `before`. Then the request must have no effect.
    if (request.socket.destroyed) return
    const { status, type, body: content } = reply(request, body)
    await hooks.after?.(path)
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(content)
  }

  const server = createServer((request, response) => {
    // `handle` fails when the client aborts the request, and when a hook throws.
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    razorpay,
    failures,
    hooks,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function parseJson(body: string): Record<string, unknown> {
  if (body === '') return {}
  const value: unknown = JSON.parse(body)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
