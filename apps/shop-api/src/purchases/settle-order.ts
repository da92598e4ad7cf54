import {
  type DeliveryStatus,
  mayDeliveryBecome,
  mayOrderBecome,
  type OrderStatus,
} from '@nashta/contracts/orders/order-status'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PaymentOutcome } from '../payments/payments.ts'
import type { NewOrder, OrderEffect, OrderRecord, OrderTransition } from './purchase-store.ts'

const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

export type StatusChange = {
  orderStatus?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
}

export type OrderEvent =
  | PaymentOutcome
  /** The gateway never received the charge, and no request for it can be in flight any more. */
  | { kind: 'expired' }
  /** An operator moves the order on. */
  | ({ kind: 'statusChanged' } & StatusChange)

/** What an event makes of an order. A payment event for a settled order changes nothing. */
export function settleOrder(order: OrderRecord, event: OrderEvent): OrderTransition {
  if (event.kind === 'statusChanged') return changeStatus(order, event)
  if (!isUnsettled(order)) return unchanged(order)
  if (event.kind === 'approved') return approveOrder(order, event.transactionId)
  if (event.kind === 'unknown') return acceptOrder(order)
  if (event.kind === 'declined') return declineOrder(order, event.message)
  return expireOrder(order)
}

export function approveOrder(order: OrderRecord, transactionId: string): NewOrder {
  return {
    order: { ...order, state: 'placed', orderStatus: 'CONFIRMED', transactionId },
    effects: [
      ...(order.state === 'charging' ? [LEAVE_CART] : []),
      { kind: 'recordSales' },
      { kind: 'queueMail', mail: 'confirmed' },
      { kind: 'publishPurchase' },
    ],
  }
}

/** Its payment is in flight or its outcome unknown. */
export function isUnsettled({ state }: OrderRecord) {
  return state === 'charging' || state === 'pending'
}

/** The shopper sees it as an order. */
export function isAccepted({ state }: OrderRecord) {
  return state === 'pending' || state === 'placed'
}

export function orderNotFound() {
  return new ServiceError('ORDER_NOT_FOUND', 'There is no such order')
}

const LEAVE_CART: OrderEffect = { kind: 'leaveCart' }
const RETURN_STOCK: OrderEffect = { kind: 'returnStock' }
const GIVE_UP: readonly OrderEffect[] = [RETURN_STOCK, { kind: 'releaseKeylessAttempt' }]

function unchanged(order: OrderRecord): OrderTransition {
  return { order, effects: [] }
}

function acceptOrder(order: OrderRecord): OrderTransition {
  if (order.state === 'pending') return unchanged(order)
  return { order: { ...order, state: 'pending' }, effects: [LEAVE_CART] }
}

function declineOrder(order: OrderRecord, refusal: string): OrderTransition {
  if (order.state === 'charging') return { order: { ...order, state: 'declined', refusal }, effects: GIVE_UP }
  // The shopper has seen an accepted order: it stays in their history, cancelled.
  return { order: { ...order, state: 'placed', orderStatus: 'CANCELLED', refusal }, effects: GIVE_UP }
}

function expireOrder(order: OrderRecord): OrderTransition {
  if (order.state === 'pending') return declineOrder(order, NEVER_CHARGED)
  return { order: null, effects: [RETURN_STOCK] }
}

function changeStatus(order: OrderRecord, { orderStatus, deliveryStatus }: StatusChange): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  const isCancelled = orderStatus === 'CANCELLED'
  if (order.state === 'pending' && !isCancelled) {
    throw illegal('An order whose payment is not settled can only be cancelled')
  }
  if (orderStatus && !mayOrderBecome(order.orderStatus, orderStatus)) {
    throw illegal(`An order that is ${order.orderStatus} cannot become ${orderStatus}`)
  }
  if (deliveryStatus && !mayDeliveryBecome(order.deliveryStatus, deliveryStatus)) {
    throw illegal(`A delivery that is ${order.deliveryStatus} cannot become ${deliveryStatus}`)
  }
  return {
    order: {
      ...order,
      // A cancelled order is settled: a later outcome of its payment must not bring it back.
      state: isCancelled ? 'placed' : order.state,
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

function illegal(message: string) {
  return new ServiceError('ILLEGAL_TRANSITION', message)
}
