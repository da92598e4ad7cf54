import * as contract from '@nashta/contracts/orders/order-link'
import { requireIdempotencyKey, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { toLinkedOrder } from '../views/linked-order.ts'
import { toPurchase } from '../views/shopper-order.ts'
import {
  moveToCaller,
  type MoveToCallerDeps,
  renewLink,
  type RenewLinkDeps,
  updateLinked,
} from '../work/change-linked-order.ts'
import { findLinkedOrder } from '../work/find-linked-order.ts'
import { payRest } from '../work/pay-rest.ts'
import type { PlacePurchaseDeps } from '../work/place-purchase.ts'
import { settleClaim } from '../work/settle-claim.ts'
import { undoOrCancel } from '../work/undo-or-cancel.ts'

export type OrderLinkDeps = PlacePurchaseDeps & MoveToCallerDeps & RenewLinkDeps

/**
 * The routes of order links. Most need only the link. `claimLinkedOrder` also needs an account, to
 * which it moves the order. `renewOrderLink` needs only the account, and makes a new link.
 */
export function orderLinkRoutes(deps: OrderLinkDeps): Route[] {
  return [
    readRoute(contract.getLinkedOrder, async ({ params }) => ({
      data: toLinkedOrder(await findLinkedOrder(deps, params.token)),
    })),
    route(contract.cancelLinkedOrder, async ({ params, body }) => ({
      data: await settleLinked(deps, params.token, { kind: 'cancelledByShopper', ...body }),
    })),
    route(contract.refuseLinkedEdit, async ({ params, body: { editId } }) => ({
      data: await undoOrCancel((mayUndo) =>
        settleLinked(deps, params.token, { kind: 'editRefused', editId, mayUndo }),
      ),
    })),
    route(contract.payLinkedRest, async ({ params, body, request }) => {
      const key = requireIdempotencyKey(request, 'a payment')
      // The raw body is dropped, so that only the parsed `body` holds the card number.
      request.body = undefined
      const paid = await payRest(deps, (transition) => updateLinked(deps, params.token, transition), {
        ...body,
        key,
      })
      return { data: toLinkedOrder(paid) }
    }),
    route(contract.claimLinkedPaid, async ({ params, body: { reference = '' } }) => ({
      data: await settleClaim(reference, (event) => settleLinked(deps, params.token, event)),
    })),
    route(contract.confirmLinkedOrder, async ({ params, body: { code } }) => ({
      data: await settleLinked(deps, params.token, { kind: 'cashConfirmed', code }),
    })),
    route(contract.claimLinkedOrder, async ({ caller, params }) => ({
      data: toPurchase(await moveToCaller(deps, caller, params.token)),
    })),
    route(contract.renewOrderLink, async ({ caller, params }) => ({
      data: { token: await renewLink(deps, caller.sub, params.orderId) },
    })),
  ]
}

async function settleLinked(deps: PlacePurchaseDeps, token: string, event: OrderEvent) {
  const time = await readShopTime(deps)
  return toLinkedOrder(await updateLinked(deps, token, (stored) => settleOrder(stored, event, time)))
}
