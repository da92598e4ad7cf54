import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import type { Shipment } from '@nashta/contracts/orders/shipment'
import type {
  AttemptFailed,
  ForeignRefund,
  PaymentOutcome,
  RefundEvent,
  WaitingPayment,
} from '../../payments/payments.ts'
import type { ShopTime } from '../../shop/shop-time.ts'
import { unchanged } from '../order/order-state.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { cancelByShop, cancelByShopper } from './cancel-order.ts'
import { changeStatus, type StatusChange } from './change-status.ts'
import { confirmByCode, moveToAccount } from './confirm-order.ts'
import { recordForeignRefund } from './foreign-refunds.ts'
import {
  addNote,
  beginPacking,
  claimPacking,
  deliverOrder,
  finishPacking,
  recordPrint,
  shipOrder,
  undoPacking,
} from './fulfil-order.ts'
import { settleExpectedGoods } from './goods.ts'
import { markOverdue, type ResultByHand, retryRefund, settleRefund, settleRefundByHand } from './refunds.ts'
import { type RequestedRefund, requestRefund } from './request-refund.ts'
import { closeClaim, confirmByHand, recordPayment, reviveOrder, type SeenPayment } from './seen-payment.ts'
import {
  claimPaid,
  declineOrder,
  endWatch,
  expireOrder,
  noteFailedAttempt,
  type PaymentClaim,
  receiveMoney,
  waitForOutcome,
  waitForPayment,
} from './settle-payment.ts'

/** An order stores the ids of the provider's last events, to recognise repeated events. */
const EVENT_IDS_MAX = 20

type FromProvider = {
  /** The provider's id of the payment. An event with another id than the order's is ignored. */
  reference?: string
  /** The provider's id of the event. An event whose id the order has stored is ignored. */
  eventId?: string
}

export type OrderEvent =
  | (PaymentOutcome & FromProvider)
  | (AttemptFailed & FromProvider)
  | (RefundEvent & FromProvider)
  | (ForeignRefund & FromProvider)
  | (WaitingPayment & { expiresAt: Date })
  /**
   * The time to pay or to confirm is over. Or the shop's request to charge was lost, so that the
   * provider does not know the payment.
   */
  | { kind: 'expired' }
  /** The time in which late money could arrive for an ended order is over. */
  | { kind: 'watchEnded' }
  | ({ kind: 'claimed' } & PaymentClaim)
  /** An operator has seen the payment of a UPI order, or confirms a first cash order. */
  | { kind: 'confirmedByHand'; seen: SeenPayment | null }
  /** An operator has seen the payment of a UPI order that has ended unpaid. */
  | { kind: 'revived'; seen: SeenPayment | null }
  /** An operator has seen a payment that must go back. */
  | { kind: 'paymentRecorded'; seen: SeenPayment & { reference: string } }
  /** An operator has looked for a claimed payment and has not found it. */
  | { kind: 'claimClosed' }
  | { kind: 'cancelledByShopper'; reason: string }
  /** The shopper confirms a first cash order with the code of the mail. */
  | { kind: 'cashConfirmed'; code: string }
  /** A guest's order becomes an order of the account with the same e-mail address. */
  | { kind: 'movedToAccount'; userId: string; isByMinor: boolean }
  | ({ kind: 'refundRequested' } & RequestedRefund)
  /** The provider has had the refund for too long. */
  | { kind: 'refundOverdue'; refundId: string }
  | { kind: 'refundRetried'; refundId: string }
  | { kind: 'refundSettledByHand'; refundId: string; result: ResultByHand }
  /** An operator changed the status of the order or of its delivery. */
  | ({ kind: 'statusChanged' } & StatusChange)
  /** A packer has opened the order. While they work with it, no other packer may. */
  | { kind: 'packingClaimed'; by: string }
  | { kind: 'packingBegun'; by?: string }
  | { kind: 'packed'; by?: string }
  /** The order is to be packed again. */
  | { kind: 'unpacked'; by?: string }
  /** The order was given to a courier. */
  | { kind: 'shipped'; shipment: Omit<Shipment, 'shippedAt'> }
  | { kind: 'delivered' }
  | { kind: 'cancelledByShop'; reason: string; goods?: GoodsFate }
  /** The goods that were expected back have arrived, or never will. */
  | { kind: 'goodsSettled'; goods: Exclude<GoodsFate, 'expected'> }
  /** A note of an operator. */
  | { kind: 'noted'; key: string; text: string; by: string }
  /** A slip or a label was printed. A packer prints only orders in work. */
  | { kind: 'printed'; isByPacker?: boolean }

/**
 * Applies an event to an order. Returns the new order and its effects.
 *
 * - If the event changes nothing, the returned `order` is the same object as the argument `order`.
 * - If the event removes the order, the returned `order` is null.
 * - `by` is the operator who caused the event; undefined if no operator did.
 */
export function settleOrder(
  order: OrderRecord,
  event: OrderEvent,
  time: ShopTime,
  by?: string,
): OrderTransition {
  const { payment } = order
  const eventId = 'eventId' in event ? event.eventId : undefined
  const isRepeated = eventId !== undefined && payment.eventIds?.includes(eventId)
  if (isRepeated || isAboutOtherPayment(event, payment)) return unchanged(order)
  const settled = withOperator(order, settle(order, event, time), by)
  const { order: after } = settled
  if (eventId === undefined || after === null || after === order) return settled
  return { ...settled, order: withEventId(after, eventId) }
}

/** Whether a provider's event has another reference than the order's payment. */
function isAboutOtherPayment(event: OrderEvent, payment: PaymentRecord) {
  // `waiting` begins the payment, and brings the reference that the order will store.
  if (event.kind === 'waiting' || !('reference' in event)) return false
  return event.reference !== undefined && event.reference !== payment.reference
}

/** Names the operator in the timeline entries that the event has added. */
function withOperator(before: OrderRecord, settled: OrderTransition, by: string | undefined) {
  const { order: after } = settled
  const oldCount = before.timeline.length
  if (by === undefined || !after || after.timeline.length === oldCount) return settled
  const timeline = after.timeline.map((each, index) => (index < oldCount ? each : { ...each, by }))
  return { ...settled, order: { ...after, timeline } }
}

function settle(order: OrderRecord, event: OrderEvent, time: ShopTime): OrderTransition {
  const { at } = time
  switch (event.kind) {
    case 'approved':
      return receiveMoney(order, event, time)
    case 'unknown':
      return waitForOutcome(order)
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
      return claimPaid(order, event, time)
    case 'confirmedByHand':
      return confirmByHand(order, event.seen, time)
    case 'revived':
      return reviveOrder(order, event.seen, time)
    case 'paymentRecorded':
      return recordPayment(order, event.seen, at)
    case 'claimClosed':
      return closeClaim(order, at)
    case 'cancelledByShopper':
      return cancelByShopper(order, event.reason, at)
    case 'cashConfirmed':
      return confirmByCode(order, event.code, time)
    case 'movedToAccount':
      return moveToAccount(order, event)
    case 'refundRequested':
      return requestRefund(order, event, at)
    case 'refundSettled':
      return settleRefund(order, event, at)
    case 'foreignRefund':
      return recordForeignRefund(order, event, time)
    case 'refundOverdue':
      return markOverdue(order, event.refundId, at)
    case 'refundRetried':
      return retryRefund(order, event.refundId, at)
    case 'refundSettledByHand':
      return settleRefundByHand(order, event, at)
    case 'packingClaimed':
      return claimPacking(order, event.by, at)
    case 'packingBegun':
      return beginPacking(order, event.by, at)
    case 'packed':
      return finishPacking(order, event.by, at)
    case 'unpacked':
      return undoPacking(order, at)
    case 'shipped':
      return shipOrder(order, event.shipment, at)
    case 'delivered':
      return deliverOrder(order, at)
    case 'cancelledByShop':
      return cancelByShop(order, event, at)
    case 'goodsSettled':
      return settleExpectedGoods(order, event.goods, at)
    case 'noted':
      return addNote(order, event, at)
    case 'printed':
      return recordPrint(order, event, at)
    case 'statusChanged':
      return changeStatus(order, event, at)
    default:
      return event satisfies never
  }
}

function withEventId(order: OrderRecord, eventId: string): OrderRecord {
  const eventIds = [...(order.payment.eventIds ?? []), eventId].slice(-EVENT_IDS_MAX)
  return { ...order, payment: { ...order.payment, eventIds } }
}
