import {
  type DeliveryStatus,
  mayDeliveryBecome,
  mayOrderBecome,
  type OrderStatus,
} from '@nashta/contracts/orders/order-status'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PaymentOutcome } from '../payments/payments.ts'
import type { NewOrder, OrderEffect, OrderRecord, OrderTransition } from './purchase-store.ts'

const REMOVE_CART_LINES: OrderEffect = { kind: 'removeCartLines' }
const RETURN_STOCK: OrderEffect = { kind: 'returnStock' }
const DECLINE_EFFECTS: readonly OrderEffect[] = [RETURN_STOCK, { kind: 'endKeylessAttempt' }]
const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

export type StatusChange = {
  orderStatus?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
}

export type OrderEvent =
  | PaymentOutcome
  /** The gateway never received the charge, and no request for it can be in flight any more. */
  | { kind: 'expired' }
  /** An operator changed the status of the order or of its delivery. */
  | ({ kind: 'statusChanged' } & StatusChange)

/** Returns the order after an event, and the effects. A payment event for a settled order changes nothing. */
export function settleOrder(order: OrderRecord, event: OrderEvent): OrderTransition {
  if (event.kind === 'statusChanged') return changeStatus(order, event)
  if (!isUnsettled(order)) return unchanged(order)
  if (event.kind === 'approved') return approveOrder(order, event.transactionId)
  if (event.kind === 'unknown') return acceptOrder(order)
  if (event.kind === 'declined') return declineOrder(order, event.message)
  return expireOrder(order)
}

/** Also used for a new order with cash on delivery, which is approved before it is stored. */
export function approveOrder(order: OrderRecord, transactionId: string): NewOrder {
  return {
    order: { ...order, state: 'placed', orderStatus: 'CONFIRMED', transactionId },
    effects: [
      // The lines of a pending order were removed when it was accepted.
      ...(order.state === 'charging' ? [REMOVE_CART_LINES] : []),
      { kind: 'recordSales' },
      { kind: 'queueMail', mail: 'confirmed' },
      { kind: 'publishPurchase' },
    ],
  }
}

/** The payment is in flight, or its outcome is unknown. */
export function isUnsettled({ state }: OrderRecord) {
  return state === 'charging' || state === 'pending'
}

/** The shopper sees the order in their history. */
export function isAccepted({ state }: OrderRecord) {
  return state === 'pending' || state === 'placed'
}

export function orderNotFound() {
  return new ServiceError('ORDER_NOT_FOUND', 'There is no such order')
}

function unchanged(order: OrderRecord): OrderTransition {
  return { order, effects: [] }
}

function acceptOrder(order: OrderRecord): OrderTransition {
  if (order.state === 'pending') return unchanged(order)
  return { order: { ...order, state: 'pending' }, effects: [REMOVE_CART_LINES] }
}

function declineOrder(order: OrderRecord, refusal: string): OrderTransition {
  if (order.state === 'charging')
    return { order: { ...order, state: 'declined', refusal }, effects: DECLINE_EFFECTS }
  // The shopper has already seen the order as accepted, so it stays in their history, cancelled.
  return { order: { ...order, state: 'placed', orderStatus: 'CANCELLED', refusal }, effects: DECLINE_EFFECTS }
}

function expireOrder(order: OrderRecord): OrderTransition {
  if (order.state === 'pending') return declineOrder(order, NEVER_CHARGED)
  // The shopper has not seen the order yet. Null removes it with its attempt, as if it had never been sent.
  return { order: null, effects: [RETURN_STOCK] }
}

function changeStatus(order: OrderRecord, { orderStatus, deliveryStatus }: StatusChange): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  const isCancellation = orderStatus === 'CANCELLED'
  if (order.state === 'pending' && !isCancellation) {
    throw illegalTransition('An order whose payment is not settled can only be cancelled')
  }
  if (orderStatus && !mayOrderBecome(order.orderStatus, orderStatus)) {
    throw illegalTransition(`An order that is ${order.orderStatus} cannot become ${orderStatus}`)
  }
  if (deliveryStatus && !mayDeliveryBecome(order.deliveryStatus, deliveryStatus)) {
    throw illegalTransition(`A delivery that is ${order.deliveryStatus} cannot become ${deliveryStatus}`)
  }
  return {
    order: {
      ...order,
      // A cancelled order is settled: a later outcome of its payment must not bring it back.
      state: isCancellation ? 'placed' : order.state,
      orderStatus: orderStatus ?? order.orderStatus,
      deliveryStatus: deliveryStatus ?? order.deliveryStatus,
    },
    effects: effectsOfStatus(orderStatus),
  }
}

function effectsOfStatus(orderStatus: OrderStatus | undefined): readonly OrderEffect[] {
  if (orderStatus === 'CANCELLED') return [RETURN_STOCK]
  if (orderStatus === 'SHIPPED') return [{ kind: 'queueMail', mail: 'shipped' }]
  if (orderStatus === 'DELIVERED') return [{ kind: 'queueMail', mail: 'delivered' }]
  return []
}

function illegalTransition(message: string) {
  return new ServiceError('ILLEGAL_TRANSITION', message)
}
