import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import * as contract from '@nashta/contracts/orders/purchase'
import { readIdempotencyKey } from '@nashta/service-kit/http/request-headers'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { placePurchase, type PlacePurchaseDeps } from './place-purchase.ts'
import type { PurchaseStore } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'
import { getPurchase, listPurchases } from './read-purchases.ts'
import { orderNotFound, settleOrder, type StatusChange } from './settle-order.ts'

export function purchaseRoutes(deps: PlacePurchaseDeps): Route[] {
  return [
    route(contract.placePurchase, async ({ caller, body, request }, addHeader) => {
      const idempotencyKey = readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER])
      // From here on only the parsed `body` holds the card number.
      request.body = undefined
      const { purchase, replayed } = await placePurchase(deps, caller, body, idempotencyKey)
      if (replayed) addHeader('idempotent-replayed', 'true')
      return { data: purchase }
    }),
    route(contract.listPurchases, async ({ caller, query }) => ({
      data: await listPurchases(deps, caller.sub, query),
    })),
    route(contract.getPurchase, async ({ caller, params }) => ({
      data: await getPurchase(deps, caller.sub, params.orderId),
    })),
    route(contract.setOrderStatus, async ({ params, body }) => ({
      data: await setOrderStatus(deps.purchases, params.orderId, body),
    })),
  ]
}

async function setOrderStatus(purchases: PurchaseStore, purchaseId: string, change: StatusChange) {
  if (change.orderStatus === undefined && change.deliveryStatus === undefined) {
    throw new ServiceError('VALIDATION_FAILED', 'body: needs an orderStatus or a deliveryStatus')
  }
  const order = await purchases.update(purchaseId, (stored) =>
    settleOrder(stored, { ...change, kind: 'statusChanged' }),
  )
  if (!order) throw orderNotFound()
  return toPurchase(order)
}
