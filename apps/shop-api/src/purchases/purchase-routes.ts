import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import * as contract from '@nashta/contracts/orders/purchase'
import { readIdempotencyKey } from '@nashta/service-kit/http/request-headers'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { placePurchase, type PlacePurchaseDeps } from './place-purchase.ts'
import { getPurchase, listPurchases } from './read-purchases.ts'
import { setOrderStatus } from './set-order-status.ts'

export function purchaseRoutes(deps: PlacePurchaseDeps): Route[] {
  return [
    route(contract.placePurchase, async ({ caller, body, request }, addHeader) => {
      const key = readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER])
      // From here on the card number lives in the body's parsed copy only.
      request.body = undefined
      const { purchase, replayed } = await placePurchase(deps, caller, body, key)
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
      data: await setOrderStatus(deps, params.orderId, body),
    })),
  ]
}
