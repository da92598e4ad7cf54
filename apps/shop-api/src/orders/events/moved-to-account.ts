import { isGuestOrder } from '../order/guest-orders.ts'
import { orderNotFound, unchanged } from '../order/order-state.ts'
import { isBought, isVisible } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { PUBLISH_PURCHASE } from './rules/confirm.ts'

/** A guest's order becomes an order of the account with the same e-mail address. */
type MovedToAccount = { kind: 'movedToAccount'; userId: string; isByMinor: boolean }

/**
 * Moves a guest's order to an account. A bought order also counts for the suggestions, unless the
 * account belongs to a minor.
 */
export function moveToAccount(order: OrderRecord, { userId, isByMinor }: MovedToAccount): OrderTransition {
  if (order.userId === userId) return unchanged(order)
  if (!isGuestOrder(order) || !isVisible(order)) throw orderNotFound()
  return {
    order: { ...order, userId, isByMinor },
    effects: isBought(order) && !isByMinor ? [PUBLISH_PURCHASE] : [],
  }
}
