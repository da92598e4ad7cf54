import {
  type DeliveryStatus,
  mayDeliveryBecome,
  mayOrderBecome,
  type OrderStatus,
} from '@nashta/contracts/orders/order-status'
import {
  CANCEL_TOO_LATE,
  CONFIRMATION_EXPIRED,
  NOT_WAITING_FOR_PAYMENT,
  PAYMENT_EXPIRED,
} from '@nashta/contracts/orders/order-texts'
import type { Shipment } from '@nashta/contracts/orders/shipment'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PaymentRecord } from '../payments/payment-record.ts'
import type {
  AttemptFailed,
  PaymentOutcome,
  RefundEvent,
  RefundResult,
  WaitingPayment,
} from '../payments/payments.ts'
import {
  addNote,
  beginPacking,
  deliverOrder,
  finishPacking,
  MAIL_DELIVERED,
  MAIL_SHIPPED,
  notePrint,
  withDelivery,
  shipOrder,
} from './desk/fulfil-order.ts'
import { isGuestOrder } from './guest-orders.ts'
import {
  endedPayment,
  illegalTransition,
  isAccepted,
  isUnsettled,
  mayShopperCancel,
  orderNotFound,
  paidPayment,
  returnAllStock,
  unchanged,
  withTimeline,
} from './order-state.ts'
import type { NewOrder, OrderEffect, OrderRecord, OrderTransition } from './purchase-store.ts'
import {
  refundLateMoney,
  refundRest,
  type RequestedRefund,
  requestRefund,
  retryRefund,
  settleRefund,
  settleRefundByHand,
} from './refunds.ts'

const PUBLISH_PURCHASE: OrderEffect = { kind: 'publishPurchase' }
const END_ATTEMPT: OrderEffect = { kind: 'endKeylessAttempt' }
const MAIL_CANCELLED: OrderEffect = { kind: 'queueMail', mail: 'cancelled' }
const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'
const CANCELLED_BY_SHOP = 'Cancelled by the shop'

/** The time that a shopper has to confirm a first cash order. Its stock is held meanwhile. */
const CONFIRM_LIFETIME_MS = 48 * 60 * 60 * 1000

/** The time that an operator has to check a payment that the shopper says was sent. */
const CLAIM_LIFETIME_MS = 48 * 60 * 60 * 1000

const EVENT_IDS_MAX = 20

export type StatusChange = {
  orderStatus?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
}

/** A provider may send an event several times (`eventId`), or for another payment than the order's (`reference`). */
type FromProvider = { reference?: string; eventId?: string }

export type OrderEvent =
  | (PaymentOutcome & FromProvider)
  | (AttemptFailed & FromProvider)
  | (RefundEvent & FromProvider)
  | (WaitingPayment & { expiresAt: Date })
  /** The provider never received the payment, or the time to pay is over. */
  | { kind: 'expired' }
  /** The time in which late money could arrive for an ended order is over. */
  | { kind: 'watchEnded' }
  /** The shopper says that the money was sent. */
  | { kind: 'claimed'; reference: string }
  /** The operator has seen the money on the shop's own account. */
  | { kind: 'confirmedByHand'; note: string }
  | { kind: 'cancelledByShopper'; reason: string }
  /** The shopper or, without a code, an operator confirms an order with cash on delivery. */
  | { kind: 'cashConfirmed'; code: string | null }
  /** The account with the e-mail address of a guest's order takes it over. */
  | { kind: 'movedToAccount'; userId: string }
  | ({ kind: 'refundRequested' } & RequestedRefund)
  | { kind: 'refundRetried'; refundId: string }
  | { kind: 'refundSettledByHand'; refundId: string; result: Exclude<RefundResult, { kind: 'pending' }> }
  /** An operator changed the status of the order or of its delivery. */
  | ({ kind: 'statusChanged' } & StatusChange)
  | { kind: 'packingBegun' }
  | { kind: 'packed' }
  /** The order was given to a courier. */
  | { kind: 'shipped'; shipment: Omit<Shipment, 'shippedAt'> }
  | { kind: 'delivered' }
  | { kind: 'cancelledByShop'; reason: string }
  /** A note of an operator. */
  | { kind: 'noted'; key: string; text: string; by: string }
  /** A slip or a label was printed. */
  | { kind: 'printed' }

/**
 * Returns the order after an event, and the effects. An event that says nothing new returns the same order. `by` is the
 * operator whose action it is.
 */
export function settleOrder(order: OrderRecord, event: OrderEvent, at: Date, by?: string): OrderTransition {
  if (isForeignOrRepeated(order.payment, event)) return unchanged(order)
  const settled = withOperator(settle(order, event, at), order.timeline.length, by)
  const eventId = 'eventId' in event ? event.eventId : undefined
  return settled.order && settled.order !== order && eventId !== undefined
    ? { ...settled, order: withEventId(settled.order, eventId) }
    : settled
}

/** Names the operator in the entries that were added to the timeline. */
function withOperator(settled: OrderTransition, entriesBefore: number, by: string | undefined) {
  const { order } = settled
  if (by === undefined || !order || order.timeline.length === entriesBefore) return settled
  const timeline = order.timeline.map((entry, index) => (index < entriesBefore ? entry : { ...entry, by }))
  return { ...settled, order: { ...order, timeline } }
}

function settle(order: OrderRecord, event: OrderEvent, at: Date): OrderTransition {
  switch (event.kind) {
    case 'approved':
      return receiveMoney(order, event, at)
    case 'unknown':
      return acceptOrder(order)
    case 'declined':
      return declineOrder(order, event.message, at)
    case 'waiting':
      return waitForPayment(order, event, at)
    case 'attemptFailed':
      return noteFailedAttempt(order, event.message, at)
    case 'expired':
      return expireOrder(order, at)
    case 'watchEnded':
      return endWatch(order)
    case 'claimed':
      return claimPaid(order, event.reference, at)
    case 'confirmedByHand':
      return confirmByHand(order, event.note, at)
    case 'cancelledByShopper':
      return cancelByShopper(order, event.reason, at)
    case 'cashConfirmed':
      return confirmCash(order, event.code, at)
    case 'movedToAccount':
      return moveToAccount(order, event.userId)
    case 'refundRequested':
      if (!isAccepted(order)) throw orderNotFound()
      return requestRefund(order, event, at)
    case 'refundSettled':
      return settleRefund(order, event, at)
    case 'refundRetried':
      return retryRefund(order, event.refundId, at)
    case 'refundSettledByHand':
      return settleRefundByHand(order, event, at)
    case 'packingBegun':
      return beginPacking(order, at)
    case 'packed':
      return finishPacking(order, at)
    case 'shipped':
      return shipOrder(order, event.shipment, at)
    case 'delivered':
      return deliverOrder(order, at)
    case 'cancelledByShop':
      return cancelByShop(order, event.reason, at)
    case 'noted':
      return addNote(order, event, at)
    case 'printed':
      return notePrint(order, at)
    default:
      return changeStatus(order, event, at)
  }
}

/** A new order with cash on delivery: it is confirmed before it is stored, and paid when it is delivered. */
export function confirmCashOrder(order: OrderRecord, at: Date): NewOrder {
  return confirmOrder({ ...order, transactionId: `cod_${order.purchaseId}` }, at)
}

/** A first order with cash on delivery: it holds its stock until the shopper confirms it by the mail, or the time is over. */
export function askToConfirm(order: OrderRecord, confirmationCode: string, at: Date): NewOrder {
  const expiresAt = new Date(at.getTime() + CONFIRM_LIFETIME_MS).toISOString()
  const payment: PaymentRecord = { ...order.payment, state: 'unconfirmed', expiresAt, confirmationCode }
  return {
    order: withTimeline({ ...order, state: 'pending', payment }, at, 'confirmationAsked'),
    effects: [...cartEffects(order), { kind: 'queueMail', mail: 'confirm-cash' }],
  }
}

/** A wrong code gets the response of an order that does not exist. */
function confirmCash(order: OrderRecord, code: string | null, at: Date): OrderTransition {
  const { expiresAt: _expiresAt, confirmationCode, ...payment } = order.payment
  const isCash = payment.method === 'cod' && isAccepted(order)
  if (isCash && payment.state !== 'unconfirmed' && order.orderStatus !== 'CANCELLED') return unchanged(order)
  if (!isCash || payment.state !== 'unconfirmed' || (code !== null && code !== confirmationCode))
    throw orderNotFound()
  return confirmCashOrder({ ...order, payment: { ...payment, state: 'due' } }, at)
}

function confirmOrder(order: OrderRecord, at: Date): NewOrder {
  const confirmed = withTimeline(order, at, 'confirmed')
  return {
    order: { ...confirmed, state: 'placed', orderStatus: 'CONFIRMED', refusal: '' },
    effects: [
      // The lines of a pending order were removed when it was accepted.
      ...(order.state === 'charging' ? cartEffects(order) : []),
      { kind: 'recordSales' },
      { kind: 'queueMail', mail: 'confirmed' },
      // A guest has no account, and so gets no personal suggestions.
      ...(isGuestOrder(order) ? [] : [PUBLISH_PURCHASE]),
    ],
  }
}

/** The cart of a guest is in the browser only. */
function cartEffects(order: OrderRecord): readonly OrderEffect[] {
  return isGuestOrder(order) ? [] : [{ kind: 'removeCartLines' }]
}

/** Moves a guest's order to an account. From then on it counts for the account's suggestions. */
function moveToAccount(order: OrderRecord, userId: string): OrderTransition {
  if (order.userId === userId) return unchanged(order)
  if (!isGuestOrder(order) || !isAccepted(order)) throw orderNotFound()
  const isBought = order.state === 'placed' && order.orderStatus !== 'CANCELLED'
  return { order: { ...order, userId }, effects: isBought ? [PUBLISH_PURCHASE] : [] }
}

/** Confirms an order that waits for this amount. Any other money is refunded. */
function receiveMoney(
  order: OrderRecord,
  money: Extract<PaymentOutcome, { kind: 'approved' }>,
  at: Date,
): OrderTransition {
  const { transactionId, amountPaise } = money
  const isKnown =
    order.transactionId === transactionId ||
    order.refunds.some((refund) => refund.transactionId === transactionId)
  if (isKnown) return unchanged(order)
  if (!isUnsettled(order) || amountPaise !== order.totalPaise) {
    return refundLateMoney(withoutOpenPayment(order), money, at)
  }
  const paid = withTimeline(order, at, 'paid', { amountPaise })
  return confirmOrder({ ...paid, transactionId, payment: paidPayment(order.payment, amountPaise) }, at)
}

/** A cancelled order whose payment had no outcome until its money came: nothing is open any more. */
function withoutOpenPayment(order: OrderRecord): OrderRecord {
  if (isUnsettled(order) || order.payment.state !== 'checking') return order
  return { ...order, payment: { ...order.payment, state: 'unpaid' } }
}

function acceptOrder(order: OrderRecord): OrderTransition {
  if (order.state !== 'charging') return unchanged(order)
  return { order: { ...order, state: 'pending' }, effects: cartEffects(order) }
}

function waitForPayment(
  order: OrderRecord,
  { reference, form, upiUri, expiresAt }: Extract<OrderEvent, { kind: 'waiting' }>,
  at: Date,
): OrderTransition {
  if (order.state !== 'charging') return unchanged(order)
  const payment: PaymentRecord = {
    ...order.payment,
    state: 'waiting',
    expiresAt: expiresAt.toISOString(),
    ...(reference !== undefined && { reference }),
    ...(form && { form }),
    ...(upiUri !== undefined && { upiUri }),
  }
  const after = withTimeline({ ...order, state: 'pending', payment }, at, 'paymentWaiting')
  return { order: after, effects: cartEffects(order) }
}

function noteFailedAttempt(order: OrderRecord, message: string, at: Date): OrderTransition {
  if (order.state !== 'pending') return unchanged(order)
  const after = withTimeline({ ...order, refusal: message }, at, 'paymentFailed', { note: message })
  return { order: after, effects: [] }
}

function declineOrder(order: OrderRecord, refusal: string, at: Date): OrderTransition {
  if (!isUnsettled(order)) return endCheck(order)
  const ended: OrderRecord = { ...order, refusal, payment: endedPayment(order.payment, at) }
  const returned = returnAllStock(withTimeline(ended, at, 'paymentFailed', { note: refusal }))
  if (order.state === 'charging')
    return { order: { ...returned.order, state: 'declined' }, effects: [...returned.effects, END_ATTEMPT] }
  // The shopper has already seen the order as accepted, so it stays in their history, cancelled.
  return {
    order: { ...returned.order, state: 'placed', orderStatus: 'CANCELLED' },
    effects: [...returned.effects, END_ATTEMPT, MAIL_CANCELLED],
  }
}

/** Ends the check of a payment whose order was cancelled meanwhile: no money came. */
function endCheck(order: OrderRecord): OrderTransition {
  if (order.payment.state !== 'checking') return unchanged(order)
  return { order: { ...order, payment: { ...order.payment, state: 'unpaid' } }, effects: [] }
}

function expireOrder(order: OrderRecord, at: Date): OrderTransition {
  // The shopper has not seen the order yet. Null removes it with its attempt, as if it had never been sent.
  if (order.state === 'charging') return { order: null, effects: returnAllStock(order).effects }
  if (order.state !== 'pending') return endCheck(order)
  const isUnconfirmed = order.payment.state === 'unconfirmed'
  const isWaiting = order.payment.state === 'waiting' || order.payment.state === 'claimed'
  if (!isWaiting && !isUnconfirmed) return declineOrder(order, NEVER_CHARGED, at)
  const refusal = isUnconfirmed ? CONFIRMATION_EXPIRED : PAYMENT_EXPIRED
  const ended = { ...order, refusal, payment: endedPayment(order.payment, at) }
  const kind = isUnconfirmed ? 'confirmationExpired' : 'paymentExpired'
  const returned = returnAllStock(withTimeline(ended, at, kind))
  return {
    order: { ...returned.order, state: 'placed', orderStatus: 'CANCELLED' },
    effects: [...returned.effects, END_ATTEMPT, MAIL_CANCELLED],
  }
}

function endWatch(order: OrderRecord): OrderTransition {
  const { watchedUntil, ...payment } = order.payment
  return watchedUntil === undefined ? unchanged(order) : { order: { ...order, payment }, effects: [] }
}

function claimPaid(order: OrderRecord, claimedReference: string, at: Date): OrderTransition {
  const { payment } = order
  const isClaimed = payment.state === 'claimed'
  if (isClaimed && (claimedReference === '' || payment.claimedReference === claimedReference))
    return unchanged(order)
  if (
    order.state !== 'pending' ||
    payment.upiUri === undefined ||
    (payment.state !== 'waiting' && !isClaimed)
  )
    throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
  const claimed: PaymentRecord = {
    ...payment,
    state: 'claimed',
    // A second claim, with another reference, does not extend the time again.
    ...(!isClaimed && { expiresAt: new Date(at.getTime() + CLAIM_LIFETIME_MS).toISOString() }),
    ...(claimedReference !== '' && { claimedReference }),
  }
  const note = claimedReference === '' ? {} : { note: claimedReference }
  return { order: withTimeline({ ...order, payment: claimed }, at, 'paymentClaimed', note), effects: [] }
}

/** The id is the same for every confirmation, so a second one changes nothing. */
function confirmByHand(order: OrderRecord, note: string, at: Date): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  if (order.payment.state === 'unconfirmed') return confirmCash(order, null, at)
  if (order.payment.provider !== 'upi')
    throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
  const { purchaseId, totalPaise: amountPaise } = order
  const transactionId = note === '' ? `upi_${purchaseId}` : `upi_${note}`
  const isConfirmed = order.payment.state === 'paid' || order.refunds.some(({ isLate }) => isLate)
  if (isConfirmed) return unchanged(order)
  return receiveMoney(order, { kind: 'approved', transactionId, amountPaise }, at)
}

function cancelByShopper(order: OrderRecord, reason: string, at: Date): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  if (order.orderStatus === 'CANCELLED') return unchanged(order)
  if (!mayShopperCancel(order)) throw new ServiceError('CANCEL_TOO_LATE', CANCEL_TOO_LATE)
  return cancelOrder(order, reason, at)
}

function cancelByShop(order: OrderRecord, reason: string, at: Date): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  if (order.orderStatus === 'CANCELLED') return unchanged(order)
  if (!mayOrderBecome(order.orderStatus, 'CANCELLED'))
    throw illegalTransition(`An order that is ${order.orderStatus} cannot be cancelled`)
  return cancelOrder(order, reason, at)
}

/** Cancels the order, returns its stock and refunds what was paid. */
function cancelOrder(order: OrderRecord, reason: string, at: Date): OrderTransition {
  const { payment } = order
  const cancelled = withTimeline(order, at, 'cancelled', { note: reason })
  const refunded = refundRest(cancelled, reason, at)
  const returned = returnAllStock(refunded)
  // While the outcome is unknown the reconciler goes on asking: money that came after all must go back.
  const isOver = payment.state === 'paid' || payment.state === 'checking'
  return {
    order: {
      ...returned.order,
      payment: isOver ? payment : endedPayment(payment, at),
      // A cancelled order is settled: a later outcome of its payment must not bring it back.
      state: 'placed',
      orderStatus: 'CANCELLED',
    },
    effects: [...returned.effects, END_ATTEMPT, MAIL_CANCELLED],
  }
}

function changeStatus(order: OrderRecord, change: StatusChange, at: Date): OrderTransition {
  const { orderStatus, deliveryStatus } = change
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
  const delivery = deliveryStatus ? { ...order, deliveryStatus } : order
  if (isCancellation) return cancelOrder(delivery, CANCELLED_BY_SHOP, at)
  const moved = { ...delivery, orderStatus: orderStatus ?? order.orderStatus }
  return { order: withStatusTimeline(moved, change, at), effects: effectsOfStatus(orderStatus) }
}

function withStatusTimeline(order: OrderRecord, { orderStatus, deliveryStatus }: StatusChange, at: Date) {
  if (orderStatus === 'SHIPPED') return withTimeline(order, at, 'shipped')
  if (deliveryStatus === 'OUT_FOR_DELIVERY') return withTimeline(order, at, 'outForDelivery')
  return orderStatus === 'DELIVERED' ? withDelivery(order, at) : order
}

function effectsOfStatus(orderStatus: OrderStatus | undefined): readonly OrderEffect[] {
  if (orderStatus === 'SHIPPED') return [MAIL_SHIPPED]
  if (orderStatus === 'DELIVERED') return [MAIL_DELIVERED]
  return []
}

function isForeignOrRepeated(payment: PaymentRecord, event: OrderEvent) {
  if (event.kind === 'waiting' || event.kind === 'claimed') return false
  if ('reference' in event && event.reference !== undefined && event.reference !== payment.reference)
    return true
  return 'eventId' in event && event.eventId !== undefined && payment.eventIds?.includes(event.eventId)
}

function withEventId(order: OrderRecord, eventId: string): OrderRecord {
  const eventIds = [...(order.payment.eventIds ?? []), eventId].slice(-EVENT_IDS_MAX)
  return { ...order, payment: { ...order.payment, eventIds } }
}
