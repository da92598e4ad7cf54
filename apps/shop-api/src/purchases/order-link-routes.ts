import { foldEmail } from '@nashta/contracts/account/checks'
import * as contract from '@nashta/contracts/orders/order-link'
import type { Caller, EmailOf } from '@nashta/service-kit/auth/authorise'
import { readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { findLinkedOrder } from './find-linked-order.ts'
import { isOpenedBy, newLinkSecret, orderLinkToken, toLinkedOrder } from './order-link.ts'
import { isAccepted, orderNotFound } from './order-state.ts'
import type { PlacePurchaseDeps } from './place-purchase.ts'
import { toPurchase } from './purchase.ts'
import { type OrderEvent, settleOrder } from './settlement/settle-order.ts'

export type OrderLinkDeps = PlacePurchaseDeps & {
  /** Null for an address that the caller has not confirmed. */
  verifiedEmailOf: EmailOf
}

/** Calls with the link of an order, which need no account. */
export function orderLinkRoutes(deps: OrderLinkDeps): Route[] {
  return [
    readRoute(contract.getLinkedOrder, async ({ params }) => ({
      data: toLinkedOrder(await findLinkedOrder(deps, params.token)),
    })),
    route(contract.cancelLinkedOrder, async ({ params, body }) => ({
      data: await change(deps, params.token, { kind: 'cancelledByShopper', ...body }),
    })),
    route(contract.claimLinkedPaid, async ({ params, body: { reference = '' } }) => ({
      data: await change(deps, params.token, { kind: 'claimed', reference }),
    })),
    route(contract.confirmLinkedOrder, async ({ params, body: { code } }) => ({
      data: await change(deps, params.token, { kind: 'cashConfirmed', code }),
    })),
    route(contract.claimLinkedOrder, async ({ caller, params }) => ({
      data: await claimOrder(deps, caller, params.token),
    })),
    route(contract.renewOrderLink, async ({ caller, params }) => ({
      data: { token: await renewLink(deps, caller.sub, params.orderId) },
    })),
  ]
}

/**
 * Moves the order to the caller's account. The link alone is not enough, because a mail may be forwarded. The e-mail
 * address alone is not enough either, because anyone may type it.
 */
async function claimOrder(deps: OrderLinkDeps, caller: Caller, token: string) {
  const { purchaseId } = await findLinkedOrder(deps, token)
  const email = await deps.verifiedEmailOf(caller)
  const order = await deps.purchases.update(purchaseId, (stored) => {
    const isOwnAddress = email !== null && foldEmail(email) === foldEmail(stored.email ?? '')
    if (!isOpenedBy(stored, token) || !isOwnAddress) throw orderNotFound()
    return settleOrder(stored, { kind: 'movedToAccount', userId: caller.sub }, deps.now())
  })
  if (!order) throw orderNotFound()
  return toPurchase(order)
}

async function change(deps: PlacePurchaseDeps, token: string, event: OrderEvent) {
  const { purchaseId } = await findLinkedOrder(deps, token)
  const order = await deps.purchases.update(purchaseId, (stored) => {
    // The link may have been replaced meanwhile.
    if (!isOpenedBy(stored, token)) throw orderNotFound()
    return settleOrder(stored, event, deps.now())
  })
  if (!order) throw orderNotFound()
  return toLinkedOrder(order)
}

async function renewLink({ purchases, randomBytes }: PlacePurchaseDeps, userId: string, purchaseId: string) {
  const linkSecret = newLinkSecret(randomBytes)
  const order = await purchases.update(purchaseId, (stored) => {
    if (stored.userId !== userId || !isAccepted(stored)) throw orderNotFound()
    return { order: { ...stored, linkSecret }, effects: [] }
  })
  if (!order) throw orderNotFound()
  return orderLinkToken(order)
}
