import { foldEmail } from '@nashta/contracts/account/checks'
import * as contract from '@nashta/contracts/orders/order-link'
import type { Caller, EmailOf } from '@nashta/service-kit/auth/authorise'
import { requireIdempotencyKey, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import type { PushDeviceStore } from '../../push/push-device-store.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { isOpenedBy, newSecret, orderLinkToken } from '../order/order-link.ts'
import { orderNotFound } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { toLinkedOrder } from '../views/linked-order.ts'
import { toPurchase } from '../views/shopper-order.ts'
import { findLinkedOrder } from '../work/find-linked-order.ts'
import { payRest } from '../work/pay-rest.ts'
import type { PlacePurchaseDeps } from '../work/place-purchase.ts'
import { settleClaim } from '../work/settle-claim.ts'
import { undoOrCancel } from '../work/undo-or-cancel.ts'

export type OrderLinkDeps = PlacePurchaseDeps & {
  /** Null for an address that the caller has not confirmed. */
  verifiedEmailOf: EmailOf
  pushDevices: PushDeviceStore
}

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
      data: await moveToCaller(deps, caller, params.token),
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

/**
 * Moves the order to the account of a caller who has the order's link and e-mail address. The link
 * alone is not enough, because a mail may be forwarded. The address alone is not enough, because a
 * guest may type the address of a stranger, whose account must not get the order.
 */
async function moveToCaller(deps: OrderLinkDeps, caller: Caller, token: string) {
  const email = await deps.verifiedEmailOf(caller)
  const time = await readShopTime(deps)
  const order = await updateLinked(deps, token, (stored) => {
    const isOwnAddress = email !== null && foldEmail(email) === foldEmail(stored.email ?? '')
    if (!isOwnAddress) throw orderNotFound()
    const isByMinor = deps.isMinor(caller.sub)
    return settleOrder(stored, { kind: 'movedToAccount', userId: caller.sub, isByMinor }, time)
  })
  return toPurchase(order)
}

async function updateLinked(
  deps: PlacePurchaseDeps,
  token: string,
  transition: (stored: OrderRecord) => OrderTransition,
): Promise<OrderRecord> {
  const { purchaseId } = await findLinkedOrder(deps, token)
  const order = await deps.purchases.update(purchaseId, (stored) => {
    // The link may have been renewed after the order was found.
    if (!isOpenedBy(stored, token)) throw orderNotFound()
    return transition(stored)
  })
  if (!order) throw orderNotFound()
  return order
}

/** Returns the token of the new link. The old link no longer opens the order. */
async function renewLink(
  { purchases, pushDevices, randomBytes }: OrderLinkDeps,
  userId: string,
  purchaseId: string,
) {
  const linkSecret = newSecret(randomBytes)
  const order = await purchases.update(purchaseId, (stored) => {
    if (stored.userId !== userId || !isVisible(stored)) throw orderNotFound()
    return { order: { ...stored, linkSecret }, effects: [] }
  })
  if (!order) throw orderNotFound()
  // Push messages of the order contain its link, so devices that had the old link get none.
  await pushDevices.erase([`order#${purchaseId}`])
  return orderLinkToken(order)
}
