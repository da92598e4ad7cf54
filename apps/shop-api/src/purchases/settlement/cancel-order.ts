import { mayOrderBecome } from '@nashta/contracts/orders/order-status'
import { CANCEL_TOO_LATE } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PaymentRecord } from '../../payments/payment-record.ts'
import {
  endedPayment,
  illegalTransition,
  isVisible,
  mayShopperCancel,
  orderNotFound,
  returnAllStock,
  unchanged,
  withTimeline,
} from '../order-state.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../purchase-store.ts'
import { refundRest } from './refunds.ts'

/** Lets a later request without a key, with the same content, place a new order. */
export const END_KEYLESS_ATTEMPT: OrderEffect = { kind: 'endKeylessAttempt' }
const MAIL_CANCELLED: OrderEffect = { kind: 'queueMail', mail: 'cancelled' }

export function cancelByShopper(order: OrderRecord, reason: string, at: Date): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (order.orderStatus === 'CANCELLED') return unchanged(order)
  if (!mayShopperCancel(order)) throw new ServiceError('CANCEL_TOO_LATE', CANCEL_TOO_LATE)
  return cancelOrder(order, reason, at)
}

export function cancelByShop(order: OrderRecord, reason: string, at: Date): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (order.orderStatus === 'CANCELLED') return unchanged(order)
  if (!mayOrderBecome(order.orderStatus, 'CANCELLED'))
    throw illegalTransition(`An order that is ${order.orderStatus} cannot be cancelled`)
  return cancelOrder(order, reason, at)
}

/** Cancels the order and refunds what was paid. */
export function cancelOrder(order: OrderRecord, reason: string, at: Date): OrderTransition {
  const withEntry = withTimeline(order, at, 'cancelled', { note: reason })
  const refunded = refundRest(withEntry, reason, at)
  return settleAsCancelled({ ...refunded, payment: paymentAfterCancellation(refunded.payment, at) })
}

function paymentAfterCancellation(payment: PaymentRecord, at: Date): PaymentRecord {
  if (payment.state === 'paid') return payment
  // The reconciler still asks the provider for the outcome, because money that arrives for a
  // cancelled order must be refunded.
  if (payment.state === 'checking') return payment
  return endedPayment(payment, at)
}

/** Sets the status CANCELLED, returns the order's stock and mails the shopper. */
export function settleAsCancelled(order: OrderRecord): OrderTransition {
  const returned = returnAllStock(order)
  return {
    // The state `placed` ends the wait for a payment, so that no later payment confirms the order.
    order: { ...returned.order, state: 'placed', orderStatus: 'CANCELLED' },
    effects: [...returned.effects, END_KEYLESS_ATTEMPT, MAIL_CANCELLED],
  }
}
