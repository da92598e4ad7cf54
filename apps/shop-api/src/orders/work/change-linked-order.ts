import { foldEmail } from '@nashta/contracts/account/checks'
import type { Caller, EmailOf } from '@nashta/service-kit/auth/authorise'
import type { PushDeviceStore } from '../../push/push-device-store.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { settleOrder } from '../events/settle-order.ts'
import { isOpenedBy, newSecret, orderLinkToken } from '../order/order-link.ts'
import { orderNotFound } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderRecord, OrderTransition, PurchaseStore } from '../order/purchase-store.ts'
import { findLinkedOrder } from './find-linked-order.ts'

export type MoveToCallerDeps = {
  purchases: PurchaseStore
  shop: ShopStore
  now: () => Date
  isMinor: (sub: string) => boolean
  /** Null for an address that the caller has not confirmed. */
  verifiedEmailOf: EmailOf
}

export type RenewLinkDeps = {
  purchases: PurchaseStore
  pushDevices: PushDeviceStore
  randomBytes: (count: number) => Uint8Array
}

/**
 * Moves the order to the account of a caller who has the order's link and e-mail address. The link
 * alone is not enough, because a mail may be forwarded. The address alone is not enough, because a
 * guest may type the address of a stranger, whose account must not get the order.
 */
export async function moveToCaller(deps: MoveToCallerDeps, caller: Caller, token: string) {
  const email = await deps.verifiedEmailOf(caller)
  const time = await readShopTime(deps)
  return updateLinked(deps, token, (stored) => {
    const isOwnAddress = email !== null && foldEmail(email) === foldEmail(stored.email ?? '')
    if (!isOwnAddress) throw orderNotFound()
    const isByMinor = deps.isMinor(caller.sub)
    return settleOrder(stored, { kind: 'movedToAccount', userId: caller.sub, isByMinor }, time)
  })
}

export async function updateLinked(
  deps: { purchases: PurchaseStore },
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
export async function renewLink(
  { purchases, pushDevices, randomBytes }: RenewLinkDeps,
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
