import type { Shipment } from '@nashta/contracts/orders/shipment'
import type { PaymentRecord } from '../../payments/payment-record.ts'
import type {
  AttemptFailed,
  PaymentOutcome,
  RefundEvent,
  RefundResult,
  WaitingPayment,
} from '../../payments/payments.ts'
import {
  addNote,
  beginPacking,
  deliverOrder,
  finishPacking,
  recordPrint,
  shipOrder,
} from '../desk/fulfil-order.ts'
import { isAccepted, orderNotFound, unchanged } from '../order-state.ts'
import type { OrderRecord, OrderTransition } from '../purchase-store.ts'
import { cancelByShop, cancelByShopper } from './cancel-order.ts'
import { changeStatus, type StatusChange } from './change-status.ts'
import { confirmFirstCashOrder, moveToAccount } from './confirm-order.ts'
import {
  type RequestedRefund,
  requestRefund,
  retryRefund,
  settleRefund,
  settleRefundByHand,
} from './refunds.ts'
import {
  acceptOrder,
  claimPaid,
  confirmByHand,
  declineOrder,
  endWatch,
  expireOrder,
  noteFailedAttempt,
  receiveMoney,
  waitForPayment,
} from './settle-payment.ts'

/** An order stores the ids of the provider's last events, to recognise repeated events. */
const EVENT_IDS_MAX = 20

/**
 * `eventId` shows that the provider has sent an event before. `reference` shows that an event is
 * about another payment than the order's.
 */
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
  /** The shopper says that the money was sent, perhaps with the reference number of the payment. */
  | { kind: 'claimed'; reference: string }
  /**
   * An operator has seen the money on the shop's own account, or confirms a first cash order. The
   * note is the reference number of the payment, or empty.
   */
  | { kind: 'confirmedByHand'; note: string }
  | { kind: 'cancelledByShopper'; reason: string }
  /** The shopper confirms a first cash order with the code of the mail. */
  | { kind: 'cashConfirmed'; code: string }
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
 * Returns the order after an event, and the effects. When the event changes nothing, the same order
 * is returned. When the event removes the order, null is returned in its place. `by` is the
 * operator who caused the event, if one did.
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
      return confirmFirstCashOrder(order, event.code, at)
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
      return recordPrint(order, at)
    default:
      // Only `statusChanged` is left.
      return changeStatus(order, event, at)
  }
}

/** Whether the provider's event is about another payment, or was received before. */
function isForeignOrRepeated(payment: PaymentRecord, event: OrderEvent) {
  // `waiting` brings a new reference, and the shopper typed that of `claimed`. Neither is compared.
  if (event.kind === 'waiting' || event.kind === 'claimed') return false
  const isForeign =
    'reference' in event && event.reference !== undefined && event.reference !== payment.reference
  const isRepeated =
    'eventId' in event && event.eventId !== undefined && payment.eventIds?.includes(event.eventId)
  return isForeign || isRepeated
}

function withEventId(order: OrderRecord, eventId: string): OrderRecord {
  const eventIds = [...(order.payment.eventIds ?? []), eventId].slice(-EVENT_IDS_MAX)
  return { ...order, payment: { ...order.payment, eventIds } }
}
