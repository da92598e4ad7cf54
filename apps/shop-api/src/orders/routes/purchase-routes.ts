import { setImmediate } from 'node:timers/promises'
import * as actions from '@nashta/contracts/orders/order-actions'
import * as contract from '@nashta/contracts/orders/purchase'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { readIdempotencyKey, requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import type { StatusChange } from '../events/status-changed.ts'
import { orderNotFound } from '../order/order-state.ts'
import { parseCursor } from '../order/purchase-id.ts'
import type { OrderRecord, OrderTransition, PurchaseStore } from '../order/purchase-store.ts'
import { toPurchase } from '../views/shopper-order.ts'
import { changeOrder, type ChangeOrderDeps } from '../work/change-order.ts'
import { findOwnOrder } from '../work/find-own-order.ts'
import { payRest } from '../work/pay-rest.ts'
import { placePurchase, type PlacePurchaseDeps } from '../work/place-purchase.ts'
import { settleClaim } from '../work/settle-claim.ts'
import { undoOrCancel } from '../work/undo-or-cancel.ts'

/** A page of orders ends when it has this many lines: a page of large orders has fewer of them. */
const PAGE_LINES_MAX = 1000
/** This many orders are read at a time. */
const READ_SIZE = 10

export function purchaseRoutes(
  deps: PlacePurchaseDeps & ChangeOrderDeps & { rateLimitScale: number },
): Route[] {
  return [
    route(contract.placePurchase, async ({ caller, body, request }, addHeader) => {
      const idempotencyKey = readIdempotencyKey(request)
      // The raw body is dropped, so that only the parsed `body` holds the card number.
      request.body = undefined
      const from = { address: request.ip, rateLimitScale: deps.rateLimitScale }
      const buyer = { userId: caller.sub, email: await deps.emailOf(caller), from }
      const { purchase, replayed } = await placePurchase(deps, buyer, body, idempotencyKey)
      if (replayed) addHeader('idempotent-replayed', 'true')
      return { data: purchase }
    }),
    route(contract.listPurchases, async ({ caller, query }) => ({
      data: await listPurchases(deps.purchases, caller.sub, query),
    })),
    route(contract.getPurchase, async ({ caller, params }) => ({
      data: toPurchase(await findOwnOrder(deps, caller.sub, params.orderId)),
    })),
    route(contract.setOrderStatus, async ({ caller, params, body }) => ({
      data: await setOrderStatus(deps, caller, params.orderId, body),
    })),
    ...orderActionRoutes(deps),
  ]
}

function orderActionRoutes(deps: PlacePurchaseDeps): Route[] {
  return [
    route(actions.cancelOrder, async ({ caller, params, body }) => ({
      data: await changeByOwner(deps, caller.sub, params.orderId, { kind: 'cancelledByShopper', ...body }),
    })),
    route(actions.refuseEdit, async ({ caller, params, body: { editId } }) => ({
      data: await undoOrCancel((mayUndo) =>
        changeByOwner(deps, caller.sub, params.orderId, { kind: 'editRefused', editId, mayUndo }),
      ),
    })),
    route(actions.payRest, async ({ caller, params, body, request }) => {
      const key = requireIdempotencyKey(request, 'a payment')
      // The raw body is dropped, so that only the parsed `body` holds the card number.
      request.body = undefined
      await findOwnOrder(deps, caller.sub, params.orderId)
      const update = async (transition: (stored: OrderRecord) => OrderTransition) => {
        const order = await deps.purchases.update(params.orderId, (stored) => {
          if (stored.userId !== caller.sub) throw orderNotFound()
          return transition(stored)
        })
        if (!order) throw orderNotFound()
        return order
      }
      return { data: toPurchase(await payRest(deps, update, { ...body, key })) }
    }),
    route(actions.claimPaid, async ({ caller, params, body: { reference = '' } }) => ({
      data: await settleClaim(reference, (event) => changeByOwner(deps, caller.sub, params.orderId, event)),
    })),
  ]
}

/** Changes an order for the shopper who owns it. */
async function changeByOwner(deps: PlacePurchaseDeps, userId: string, purchaseId: string, event: OrderEvent) {
  await findOwnOrder(deps, userId, purchaseId)
  const time = await readShopTime(deps)
  const order = await deps.purchases.update(purchaseId, (stored) => settleOrder(stored, event, time))
  if (!order) throw orderNotFound()
  return toPurchase(order)
}

/** Changes an order for an operator, and logs the change. */
async function changeByOperator(
  deps: ChangeOrderDeps,
  caller: Caller,
  purchaseId: string,
  event: OrderEvent,
) {
  const { order } = await changeOrder(deps, purchaseId, { caller, makeEvent: () => event })
  return toPurchase(order)
}

async function listPurchases(
  purchases: PurchaseStore,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<contract.PurchasePage> {
  const shown: contract.Purchase[] = []
  let before = parseCursor(cursor)
  let lines = 0
  while (shown.length < limit && lines < PAGE_LINES_MAX) {
    const count = Math.min(READ_SIZE, limit - shown.length)
    // One order more is read, to know whether there is a next page.
    const orders = await purchases.list(userId, { limit: count + 1, before })
    const read = orders.slice(0, count)
    shown.push(...read.map(toPurchase))
    lines += read.reduce((sum, order) => sum + order.lines.length, 0)
    before = read.at(-1)?.purchaseId
    if (orders.length <= count) return { purchases: shown, nextCursor: null }
    // Other requests are handled before more orders are read.
    await setImmediate()
  }
  return { purchases: shown, nextCursor: before ?? null }
}

async function setOrderStatus(
  deps: ChangeOrderDeps,
  caller: Caller,
  purchaseId: string,
  status: StatusChange,
) {
  if (status.orderStatus === undefined && status.deliveryStatus === undefined) {
    throw new ServiceError('VALIDATION_FAILED', 'body: needs an orderStatus or a deliveryStatus')
  }
  return changeByOperator(deps, caller, purchaseId, { ...status, kind: 'statusChanged' })
}
