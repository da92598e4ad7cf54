import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { asPaise } from '@nashta/contracts/money'
import { receivePaymentEvent, returnFromPayment } from '@nashta/contracts/orders/payment-messages'
import { refuseOtherMethods } from '@nashta/service-kit/http/other-methods'
import { pageHeaders } from '@nashta/service-kit/http/security-headers'
import type { RequestPaces } from '@nashta/service-kit/limits/pace'
import type { GuardOf } from '@nashta/service-kit/limits/rate-limit'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { orderOfKey, paymentKey } from '../../payments/payment-key.ts'
import type { ProviderEvent, ReceivedMessage } from '../../payments/payments.ts'
import { renderBankPage } from '../../payments/simulator/bank-page.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { settleOrder } from '../events/settle-order.ts'
import { findFurther } from '../order/further-payments.ts'
import { isGuestOrder } from '../order/guest-orders.ts'
import { pathOfOrder } from '../order/order-link.ts'
import { isPurchaseId } from '../order/purchase-id.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import type { PlacePurchaseDeps } from '../work/place-purchase.ts'

type Request = FastifyRequest<{
  Params: { provider: string }
  Querystring: { order?: unknown; signature?: unknown }
}>

export type PaymentMessagesDeps = Pick<
  PlacePurchaseDeps,
  'purchases' | 'providers' | 'shop' | 'now' | 'reportError'
> & {
  https: boolean
  ipGuardOf: GuardOf
  paces: RequestPaces
}

/**
 * The routes for messages of payment providers. A provider's page sends the shopper's browser back
 * to `/payments/{provider}/return`. A provider's server calls `/payments/{provider}/webhook`. The
 * bodies of these requests are not parsed, because providers sign the bytes.
 */
export function registerPaymentMessages(app: FastifyInstance, deps: PaymentMessagesDeps) {
  const webhookUrl = SHOP_API_BASE + receivePaymentEvent.path
  const returnUrl = SHOP_API_BASE + returnFromPayment.path
  // Returns, the simulator's bank page and forged webhooks share the limit and the pace of visitors. Webhooks have
  // a limit of their own, which only signed ones use up: a client that floods the address cannot keep a
  // provider's webhooks out.
  const countVisitor = deps.ipGuardOf(returnFromPayment)
  const countWebhook = deps.ipGuardOf(receivePaymentEvent)
  const countVisitorFirst: onRequestAsyncHookHandler = async (request) => {
    await deps.paces.ofNetwork(request)
    countVisitor?.(request)
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.route({
      method: 'POST',
      url: webhookUrl,
      bodyLimit: receivePaymentEvent.upload.maxBytes,
      handler: async (request: Request) => {
        const events = await readEvents(deps, request, 'webhook', null)
        if (!events) {
          await deps.paces.ofNetwork(request)
          countVisitor?.(request)
          throw notFromProvider()
        }
        countWebhook?.(request)
        for (const event of events) await settle(deps, event)
        return { data: { received: true } }
      },
    })
    refuseOtherMethods(scope, webhookUrl, ['POST'])

    scope.route({
      method: 'POST',
      url: returnUrl,
      bodyLimit: returnFromPayment.upload.maxBytes,
      onRequest: countVisitorFirst,
      handler: async (request: Request, reply) => {
        const { order: key } = request.query
        const { purchaseId, paymentId } = orderOfKey(typeof key === 'string' ? key : '')
        const order = isPurchaseId(purchaseId) ? await deps.purchases.find(purchaseId) : null
        if (!order) throw notFromProvider()
        const events = await readEvents(deps, request, 'return', { order, paymentId })
        if (!events) throw notFromProvider()
        for (const event of events) await settle(deps, event)
        const after = await deps.purchases.find(order.purchaseId)
        const hasAttemptFailed = events.some(({ kind }) => kind === 'attemptFailed')
        return redirectToOrder(reply, { order: after ?? order, paymentId }, hasAttemptFailed)
      },
    })
    refuseOtherMethods(scope, returnUrl, ['POST'])

    if (deps.providers.some(({ name }) => name === 'simulator')) {
      registerBankPage(scope, deps, countVisitorFirst)
    }
  })
}

function registerBankPage(
  scope: FastifyInstance,
  { https }: PaymentMessagesDeps,
  onRequest: onRequestAsyncHookHandler,
) {
  const url = `${SHOP_API_BASE}/payments/simulator`
  scope.post(`${url}/bank`, { onRequest }, async (request, reply) => {
    const fields = new URLSearchParams(bytesOf(request.body).toString('utf8'))
    const field = (name: string) => fields.get(name) ?? ''
    return reply
      .headers({ ...pageHeaders({ scriptHashes: [], https }), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(renderBankPage(`${url}/return`, { order: field('order'), token: field('token') }))
  })
  refuseOtherMethods(scope, `${url}/bank`, ['POST'])
}

/** The payment that a return is about. `paymentId` is undefined for the first of the order. */
type ReturnedPayment = { order: OrderRecord; paymentId: string | undefined }

/** Null when the message is not from the provider in its path. `returned` is null for a webhook. */
async function readEvents(
  { providers }: PaymentMessagesDeps,
  { params, query, headers, body }: Request,
  kind: ReceivedMessage['kind'],
  returned: ReturnedPayment | null,
): Promise<readonly ProviderEvent[] | null> {
  const provider = providers.find(({ name }) => name === params.provider)
  const message: ReceivedMessage = {
    kind,
    headers,
    body: bytesOf(body),
    signature: query.signature,
    order: returned && {
      purchaseId: returned.order.purchaseId,
      payment: referenceOfPayment(returned),
    },
  }
  return (await provider?.receive(message)) ?? null
}

function referenceOfPayment({ order, paymentId }: ReturnedPayment) {
  const { purchaseId, payment, totalPaise } = order
  const key = paymentKey(purchaseId, paymentId)
  if (paymentId === undefined) return { key, reference: payment.reference, amountPaise: totalPaise }
  const { reference, amountPaise = asPaise(0) } = findFurther(order, paymentId) ?? {}
  return { key, reference, amountPaise }
}

/** A request without a body has no bytes. */
function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/**
 * Settles the order of the event. An event of an order that the shop does not have is only reported:
 * a provider repeats a webhook that is refused, and may then send no more webhooks at all.
 */
async function settle(deps: PaymentMessagesDeps, { purchaseId, ...event }: ProviderEvent) {
  const time = await readShopTime(deps)
  const settled = isPurchaseId(purchaseId)
    ? await deps.purchases.update(purchaseId, (order) => settleOrder(order, event, time))
    : null
  if (!settled)
    deps.reportError(
      new Error(`A payment provider reports "${event.kind}" of an unknown order, ${purchaseId}`),
    )
}

/** After status 303 the browser requests the page with GET, although its own request was a POST. */
function redirectToOrder(reply: FastifyReply, returned: ReturnedPayment, hasAttemptFailed: boolean) {
  return reply.redirect(pathAfterPayment(returned, hasAttemptFailed), 303)
}

function pathAfterPayment({ order, paymentId }: ReturnedPayment, hasAttemptFailed: boolean) {
  const orderPath = pathOfOrder(order)
  const further = findFurther(order, paymentId)
  const { state } = further ?? order.payment
  if (state !== 'paid') return `${orderPath}?payment=${hasAttemptFailed ? 'failed' : 'waiting'}`
  // The success page is for the first payment of an order.
  if (further) return orderPath
  // The success page gets the token of a guest's order from the state of the browser's history,
  // which a redirect cannot set. So a guest goes to the page of the order, whose path contains the
  // token.
  if (isGuestOrder(order)) return orderPath
  return `/order-success?order=${encodeURIComponent(order.purchaseId)}`
}

function notFromProvider() {
  return new ServiceError('FORBIDDEN', 'This message is not from a payment provider of this shop')
}
