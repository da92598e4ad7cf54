import { replaceOrder } from '@nashta/contracts/orders/desk/order-calls'
import { quoteOrder, takeOrder } from '@nashta/contracts/orders/desk/take-order'
import { requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { type DeskOrderReads, readDeskOrder } from '../views/desk-order.ts'
import { type ReplaceOrderDeps, placeReplacement } from '../work/replace-order.ts'
import { placeTakenOrder, quoteTakenOrder, type TakeOrderDeps } from '../work/take-order.ts'

type TakeOrderRoutesDeps = ReplaceOrderDeps & TakeOrderDeps & DeskOrderReads

/** Orders that an operator takes by phone, by message or at the counter. */
export function takeOrderRoutes(deps: TakeOrderRoutesDeps): Route[] {
  return [
    route(takeOrder, async ({ caller, body, request }) => {
      const key = requireIdempotencyKey(request, 'an order')
      const order = await placeTakenOrder(deps, body, { caller, key })
      return { data: { order: await readDeskOrder(deps, order, caller.groups) } }
    }),
    route(replaceOrder, async ({ caller, params, body, request }) => {
      const key = requireIdempotencyKey(request, 'a replacement')
      const order = await placeReplacement(deps, params.orderId, { ...body, caller, key })
      return { data: await readDeskOrder(deps, order, caller.groups) }
    }),
    route(quoteOrder, async ({ body }) => ({ data: await quoteTakenOrder(deps, body) })),
  ]
}
