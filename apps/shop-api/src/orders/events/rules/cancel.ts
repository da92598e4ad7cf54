import type { OrderMailKind } from '@nashta/contracts/mails/mails'
import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import { isGuestOrder } from '../../order/guest-orders.ts'
import { endedPayment, heldStock, returnAllStock, soldAtOf, withTimeline } from '../../order/order-state.ts'
import type { PaymentRecord } from '../../order/payment-record.ts'
import { hasLeftShop, isBought, isWaiting } from '../../order/phase.ts'
import type {
  OrderEffect,
  OrderRecord,
  OrderTransition,
  OrderWithEffects,
} from '../../order/purchase-store.ts'
import { assertNotReplaced } from '../../order/replacements.ts'
import { decideGoods } from './goods.ts'
import { refundRest } from './refunds.ts'

/** Lets a later request without a key, with the same content, place a new order. */
export const END_KEYLESS_ATTEMPT: OrderEffect = { kind: 'endKeylessAttempt' }
const SUBTRACT_SALES: OrderEffect = { kind: 'subtractSales' }
const RESTORE_CART_LINES: OrderEffect = { kind: 'restoreCartLines' }

/**
 * Cancels the order and refunds what was paid. Goods in the shop go back into the stock; `goods`
 * says what becomes of goods that have left the shop. Throws while a replacement stands.
 */
export function cancelOrder(
  order: OrderRecord,
  reason: string,
  at: Date,
  goods: GoodsFate = 'expected',
): OrderTransition {
  assertNotReplaced(order)
  const withEntry = withTimeline(order, at, 'cancelled', { note: reason })
  const refunded = refundRest(withEntry, reason, at)
  const unpaid = { ...refunded, payment: paymentAfterCancellation(refunded.payment, at) }
  return hasLeftShop(order)
    ? endAsCancelled(decideGoods(unpaid, heldStock(unpaid), goods, at))
    : settleAsCancelled(unpaid)
}

function paymentAfterCancellation(payment: PaymentRecord, at: Date): PaymentRecord {
  if (payment.state === 'paid') return payment
  // The reconciler still asks the provider for the outcome, because money that arrives for a
  // cancelled order must be refunded.
  if (payment.state === 'checking') return payment
  return endedPayment(payment, at)
}

/** Sets the status CANCELLED, returns the order's stock and mails the shopper. */
export function settleAsCancelled(
  order: OrderRecord,
  {
    mail = 'cancelled',
    because = 'cancelled',
  }: { mail?: OrderMailKind; because?: 'cancelled' | 'unpaid' } = {},
): OrderTransition {
  return endAsCancelled(returnAllStock(order, because), mail)
}

/** As `settleAsCancelled`, for an order whose stock is settled already. */
export function endAsCancelled(
  { order, effects }: OrderWithEffects,
  mail: OrderMailKind = 'cancelled',
): OrderWithEffects {
  const isReplacement = order.fulfilment.replaces !== undefined
  const wasSold = isBought(order) && !isReplacement && soldAtOf(order) !== null
  // The items of a pending order have left the cart. A guest's cart is only in the browser.
  const leftCart = isWaiting(order) && !isGuestOrder(order)
  return {
    // The state `placed` ends the wait for a payment, so that no later payment confirms the order.
    order: { ...order, state: 'placed', orderStatus: 'CANCELLED' },
    effects: [
      ...effects,
      ...(wasSold ? [SUBTRACT_SALES] : []),
      ...(leftCart ? [RESTORE_CART_LINES] : []),
      END_KEYLESS_ATTEMPT,
      { kind: 'queueMail', mail },
    ],
  }
}
