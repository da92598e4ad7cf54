import { mayOrderBecome } from '@nashta/contracts/orders/order-status'
import { CANCEL_TOO_LATE } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import {
  endedPayment,
  illegalTransition,
  isAccepted,
  mayShopperCancel,
  orderNotFound,
  returnAllStock,
  unchanged,
  withTimeline,
} from '../order-state.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../purchase-store.ts'
import { refundRest } from './refunds.ts'

export const END_KEYLESS_ATTEMPT: OrderEffect = { kind: 'endKeylessAttempt' }
export const MAIL_CANCELLED: OrderEffect = { kind: 'queueMail', mail: 'cancelled' }

export function cancelByShopper(order: OrderRecord, reason: string, at: Date): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  if (order.orderStatus === 'CANCELLED') return unchanged(order)
  if (!mayShopperCancel(order)) throw new ServiceError('CANCEL_TOO_LATE', CANCEL_TOO_LATE)
  return cancelOrder(order, reason, at)
}

export function cancelByShop(order: OrderRecord, reason: string, at: Date): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  if (order.orderStatus === 'CANCELLED') return unchanged(order)
  if (!mayOrderBecome(order.orderStatus, 'CANCELLED'))
    throw illegalTransition(`An order that is ${order.orderStatus} cannot be cancelled`)
  return cancelOrder(order, reason, at)
}

/** Cancels the order, returns its stock and refunds what was paid. */
export function cancelOrder(order: OrderRecord, reason: string, at: Date): OrderTransition {
  const { payment } = order
  const cancelled = withTimeline(order, at, 'cancelled', { note: reason })
  const refunded = refundRest(cancelled, reason, at)
  const returned = returnAllStock(refunded)
  // A payment in `checking` has no outcome yet. The reconciler still asks the provider, because
  // money that arrives for a cancelled order must be refunded.
  const keepsPayment = payment.state === 'paid' || payment.state === 'checking'
  return {
    order: {
      ...returned.order,
      payment: keepsPayment ? payment : endedPayment(payment, at),
      // `placed` means settled: a later outcome of the payment must not confirm a cancelled order.
      state: 'placed',
      orderStatus: 'CANCELLED',
    },
    effects: [...returned.effects, END_KEYLESS_ATTEMPT, MAIL_CANCELLED],
  }
}
