import { deliveryDate } from '@nashta/contracts/delivery/delivery'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { isGuestOrder } from '../../order/guest-orders.ts'
import { withTimeline } from '../../order/order-state.ts'
import type { PaymentRecord } from '../../order/payment-record.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderEffect, OrderRecord, OrderWithEffects } from '../../order/purchase-store.ts'

export const PUBLISH_PURCHASE: OrderEffect = { kind: 'publishPurchase' }

/** The time that a shopper has to confirm a first cash order. */
const CONFIRM_LIFETIME_MS = 48 * 60 * 60 * 1000

/** Confirms an order with cash on delivery, which the shopper pays when it is delivered. */
export function confirmCashOrder(order: OrderRecord, time: ShopTime): OrderWithEffects {
  return confirmOrder({ ...order, transactionId: `cod_${order.purchaseId}` }, time)
}

/**
 * Asks the shopper by mail to confirm a first cash order. A cash order counts as a first one if no
 * earlier order of the shopper was delivered. The order is pending and holds its stock until the
 * confirmation or until `expiresAt`.
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

/** Confirms an order whose payment is `unconfirmed`. */
export function confirmFirstCashOrder(order: OrderRecord, time: ShopTime): OrderWithEffects {
  const { expiresAt: _expiresAt, confirmationCode: _code, ...payment } = order.payment
  return confirmCashOrder({ ...order, payment: { ...payment, state: 'due' } }, time)
}

/** Confirms the order, and computes its delivery date from now on. */
export function confirmOrder(order: OrderRecord, { at, calendar }: ShopTime): OrderWithEffects {
  const confirmed = withTimeline(order, at, 'confirmed')
  const estimatedDelivery = deliveryDate(order.deliveryTime, at, calendar).toISOString()
  // The items of a pending order left the cart when the order became pending.
  const areItemsInCart = phaseOf(order).name === 'charging'
  return {
    // An earlier attempt to pay may have left a refusal.
    order: { ...confirmed, state: 'placed', orderStatus: 'CONFIRMED', refusal: '', estimatedDelivery },
    effects: [
      ...(areItemsInCart ? cartEffects(order) : []),
      { kind: 'recordSales' },
      { kind: 'queueMail', mail: 'confirmed' },
      // Guests have no account to get suggestions for. Actions of minors must not be recorded.
      ...(isGuestOrder(order) || order.isByMinor ? [] : [PUBLISH_PURCHASE]),
    ],
  }
}

/** Removes the ordered items from a shopper's cart. A guest's cart is only in the browser. */
export function cartEffects(order: OrderRecord): readonly OrderEffect[] {
  return isGuestOrder(order) ? [] : [{ kind: 'removeCartLines' }]
}
