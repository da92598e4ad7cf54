import type { PaymentRecord } from '../../payments/payment-record.ts'
import { isGuestOrder } from '../guest-orders.ts'
import { isAccepted, orderNotFound, unchanged, withTimeline } from '../order-state.ts'
import type { OrderEffect, OrderRecord, OrderTransition, OrderWithEffects } from '../purchase-store.ts'

const PUBLISH_PURCHASE: OrderEffect = { kind: 'publishPurchase' }

/** The time that a shopper has to confirm a first cash order. The order keeps its stock. */
const CONFIRM_LIFETIME_MS = 48 * 60 * 60 * 1000

/** Confirms an order with cash on delivery. It is paid later, when it is delivered. */
export function confirmCashOrder(order: OrderRecord, at: Date): OrderWithEffects {
  return confirmOrder({ ...order, transactionId: `cod_${order.purchaseId}` }, at)
}

/**
 * Asks the shopper by mail to confirm a first order with cash on delivery. The order is pending
 * and keeps its stock, until it is confirmed or its time is over.
 */
export function askToConfirm(order: OrderRecord, code: string, at: Date): OrderWithEffects {
  const payment: PaymentRecord = {
    ...order.payment,
    state: 'unconfirmed',
    expiresAt: new Date(at.getTime() + CONFIRM_LIFETIME_MS).toISOString(),
    confirmationCode: code,
  }
  return {
    order: withTimeline({ ...order, state: 'pending', payment }, at, 'confirmationAsked'),
    effects: [...cartEffects(order), { kind: 'queueMail', mail: 'confirm-cash' }],
  }
}

/**
 * The shopper confirms a first order with the code of the mail. An operator confirms it without a
 * code, which is then null. A wrong code gets the response of an order that does not exist. Once
 * the order is confirmed, its code is no longer stored, and any code changes nothing.
 */
export function confirmFirstCashOrder(order: OrderRecord, code: string | null, at: Date): OrderTransition {
  const { expiresAt: _expiresAt, confirmationCode, ...payment } = order.payment
  if (payment.method !== 'cod' || !isAccepted(order)) throw orderNotFound()
  if (payment.state !== 'unconfirmed') {
    if (order.orderStatus === 'CANCELLED') throw orderNotFound()
    return unchanged(order)
  }
  const isAllowed = code === null || code === confirmationCode
  if (!isAllowed) throw orderNotFound()
  return confirmCashOrder({ ...order, payment: { ...payment, state: 'due' } }, at)
}

export function confirmOrder(order: OrderRecord, at: Date): OrderWithEffects {
  const confirmed = withTimeline(order, at, 'confirmed')
  return {
    // An earlier attempt to pay may have left a refusal.
    order: { ...confirmed, state: 'placed', orderStatus: 'CONFIRMED', refusal: '' },
    effects: [
      // The lines of a charging order are still in the cart. Those of a pending order were removed
      // when it was accepted.
      ...(order.state === 'charging' ? cartEffects(order) : []),
      { kind: 'recordSales' },
      { kind: 'queueMail', mail: 'confirmed' },
      // A guest has no account, and so gets no personal suggestions. Minors must not be observed.
      ...(isGuestOrder(order) || order.isByMinor ? [] : [PUBLISH_PURCHASE]),
    ],
  }
}

/** The cart of a guest is only in the browser, so no lines of it are removed here. */
export function cartEffects(order: OrderRecord): readonly OrderEffect[] {
  return isGuestOrder(order) ? [] : [{ kind: 'removeCartLines' }]
}

/** Moves a guest's order to an account. From then on it counts for the account's suggestions. */
export function moveToAccount(order: OrderRecord, userId: string): OrderTransition {
  if (order.userId === userId) return unchanged(order)
  if (!isGuestOrder(order) || !isAccepted(order)) throw orderNotFound()
  const isBought = order.state === 'placed' && order.orderStatus !== 'CANCELLED'
  return { order: { ...order, userId }, effects: isBought ? [PUBLISH_PURCHASE] : [] }
}
