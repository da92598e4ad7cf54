import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import * as actions from '@nashta/contracts/orders/order-actions'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import * as contract from '@nashta/contracts/orders/purchase'
import { readIdempotencyKey, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { offeredMethods } from '../payments/offered-methods.ts'
import { isAccepted, orderNotFound } from './order-state.ts'
import { placePurchase, type PlacePurchaseDeps } from './place-purchase.ts'
import type { PurchaseStore } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'
import { type OrderEvent, settleOrder, type StatusChange } from './settle-order.ts'

export function purchaseRoutes(deps: PlacePurchaseDeps): Route[] {
  return [
    route(contract.placePurchase, async ({ caller, body, request }, addHeader) => {
      const idempotencyKey = readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER])
      // From here on only the parsed `body` holds the card number.
      request.body = undefined
      const buyer = { userId: caller.sub, email: await deps.emailOf(caller) }
      const { purchase, replayed } = await placePurchase(deps, buyer, body, idempotencyKey)
      if (replayed) addHeader('idempotent-replayed', 'true')
      return { data: purchase }
    }),
    route(contract.listPurchases, async ({ caller, query }) => ({
      data: await listPurchases(deps.purchases, caller.sub, query),
    })),
    route(contract.getPurchase, async ({ caller, params }) => ({
      data: await getPurchase(deps.purchases, caller.sub, params.orderId),
    })),
    route(contract.setOrderStatus, async ({ params, body }) => ({
      data: await setOrderStatus(deps, params.orderId, body),
    })),
    readRoute(getPaymentMethods, async () => ({
      data: { methods: offeredMethods(deps.providers, deps.orderLimits.codMaxPaise) },
    })),
    ...orderActionRoutes(deps),
  ]
}

function orderActionRoutes(deps: PlacePurchaseDeps): Route[] {
  return [
    route(actions.cancelOrder, async ({ caller, params, body }) => {
      await getPurchase(deps.purchases, caller.sub, params.orderId)
      return { data: await change(deps, params.orderId, { kind: 'cancelledByShopper', ...body }) }
    }),
    route(actions.claimPaid, async ({ caller, params, body }) => {
      await getPurchase(deps.purchases, caller.sub, params.orderId)
      const { reference = '' } = body
      return { data: await change(deps, params.orderId, { kind: 'claimed', reference }) }
    }),
    route(actions.confirmPaid, async ({ params, body }) => {
      const { reference: note = '' } = body
      return { data: await change(deps, params.orderId, { kind: 'confirmedByHand', note }) }
    }),
    route(actions.refundOrder, async ({ params, body, request }) => {
      const key = readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER])
      if (key === undefined)
        throw new ServiceError('VALIDATION_FAILED', 'header.idempotency-key: a refund needs one')
      return { data: await change(deps, params.orderId, { kind: 'refundRequested', key, ...body }) }
    }),
    route(actions.settleRefund, async ({ params, body }) => {
      const { refundId } = params
      const { state, reference = '' } = body
      const result =
        state === 'done' ? { kind: 'done' as const, reference } : { kind: 'refused' as const, message: '' }
      return {
        data: await change(deps, params.orderId, { kind: 'refundSettledByHand', refundId, result }),
      }
    }),
  ]
}

async function change({ purchases, now }: PlacePurchaseDeps, purchaseId: string, event: OrderEvent) {
  const order = await purchases.update(purchaseId, (stored) => settleOrder(stored, event, now()))
  if (!order) throw orderNotFound()
  return toPurchase(order)
}

async function listPurchases(
  purchases: PurchaseStore,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<contract.PurchasePage> {
  // One order more than shown tells whether there is a next page.
  const page = await purchases.list(userId, { limit: limit + 1, before: parseCursor(cursor) })
  const shown = page.slice(0, limit)
  const last = shown.at(-1)
  return {
    purchases: shown.map(toPurchase),
    nextCursor: page.length > limit && last ? last.purchaseId : null,
  }
}

/** Another shopper's order gets the same response as an order that does not exist. */
async function getPurchase(purchases: PurchaseStore, userId: string, purchaseId: string) {
  const order = await purchases.find(purchaseId)
  if (!order || order.userId !== userId || !isAccepted(order)) throw orderNotFound()
  return toPurchase(order)
}

/** A cursor is the id of the last order of the previous page, e.g. `01JGAAAAAAAAAAAAAAAAAAAAA1`. */
function parseCursor(cursor: string | undefined) {
  if (cursor === undefined || /^[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor)) return cursor
  throw new ServiceError('VALIDATION_FAILED', 'query.cursor: must come from the page before')
}

async function setOrderStatus(deps: PlacePurchaseDeps, purchaseId: string, status: StatusChange) {
  if (status.orderStatus === undefined && status.deliveryStatus === undefined) {
    throw new ServiceError('VALIDATION_FAILED', 'body: needs an orderStatus or a deliveryStatus')
  }
  return change(deps, purchaseId, { ...status, kind: 'statusChanged' })
}
