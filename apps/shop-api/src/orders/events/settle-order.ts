import type { ShopTime } from '../../shop/shop-time.ts'
import { withBillDue } from '../order/billing.ts'
import { hasOtherParcels, isCashWithCourier } from '../order/cash-owed.ts'
import { unchanged } from '../order/order-state.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import { hasLeftShop, isOver, phaseOf } from '../order/phase.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { cancelByShop } from './cancelled-by-shop.ts'
import { cancelByShopper } from './cancelled-by-shopper.ts'
import { refuseEdit } from './edit/edit-refused.ts'
import { editOrder } from './edit/edited.ts'
import { awaitBill } from './fulfilment/bill-awaited.ts'
import { recordBill } from './fulfilment/bill-issued.ts'
import { requestBill } from './fulfilment/bill-requested.ts'
import { deliverOrder } from './fulfilment/delivered.ts'
import { wantOwnBill } from './fulfilment/own-bill-wanted.ts'
import { finishPacking } from './fulfilment/packed.ts'
import { beginPacking } from './fulfilment/packing-begun.ts'
import { claimPacking } from './fulfilment/packing-claimed.ts'
import { saveParcel } from './fulfilment/parcel-saved.ts'
import { recordPrint } from './fulfilment/printed.ts'
import { recallBatch } from './fulfilment/recalled.ts'
import { shipOrder } from './fulfilment/shipped.ts'
import { recordUndelivered } from './fulfilment/undelivered.ts'
import { undoPacking } from './fulfilment/unpacked.ts'
import { sendMailAgain } from './mail-sent-again.ts'
import { moveToAccount } from './moved-to-account.ts'
import { addNote } from './noted.ts'
import { receiveMoney } from './payment/approved.ts'
import { noteFailedAttempt } from './payment/attempt-failed.ts'
import { confirmByCode } from './payment/cash-confirmed.ts'
import { closeClaim } from './payment/claim-closed.ts'
import { claimPaid } from './payment/claimed.ts'
import { confirmByHand } from './payment/confirmed-by-hand.ts'
import { declineOrder } from './payment/declined.ts'
import { expireOrder } from './payment/expired.ts'
import { recordPayment } from './payment/payment-recorded.ts'
import { reviveOrder } from './payment/revived.ts'
import { waitForOutcome } from './payment/unknown.ts'
import { waitForPayment } from './payment/waiting.ts'
import { endWatch } from './payment/watch-ended.ts'
import { recordForeignRefund } from './refund/foreign-refund.ts'
import { settleExpectedGoods } from './refund/goods-settled.ts'
import { grantGoodwill } from './refund/goodwill-granted.ts'
import { markOverdue } from './refund/refund-overdue.ts'
import { requestRefund } from './refund/refund-requested.ts'
import { retryRefund } from './refund/refund-retried.ts'
import { settleRefundByHand } from './refund/refund-settled-by-hand.ts'
import { settleRefund } from './refund/refund-settled.ts'
import { replaceUnits } from './replaced.ts'
import { forgetReplacement } from './replacement-failed.ts'
import { undoEdit } from './rest/edit-undone.ts'
import { beginRest } from './rest/rest-begun.ts'
import { type FurtherEvent, furtherOf, settleFurther } from './rest/settle-further.ts'
import { withRestEnded } from './rules/owed-rest.ts'
import { withPicks } from './rules/picks.ts'
import { changeStatus } from './status-changed.ts'

/**
 * Everything that can happen to an order. A new event is a file with the type of the event and its
 * rule, and a line here. The name of the file and of the line is the `kind` of the event.
 */
const RULES = {
  approved: receiveMoney,
  attemptFailed: noteFailedAttempt,
  billAwaited: awaitBill,
  billIssued: recordBill,
  billRequested: requestBill,
  cancelledByShop: cancelByShop,
  cancelledByShopper: cancelByShopper,
  cashConfirmed: confirmByCode,
  claimClosed: closeClaim,
  claimed: claimPaid,
  confirmedByHand: confirmByHand,
  declined: declineOrder,
  delivered: deliverOrder,
  edited: editOrder,
  editRefused: refuseEdit,
  editUndone: undoEdit,
  expired: expireOrder,
  foreignRefund: recordForeignRefund,
  goodsSettled: settleExpectedGoods,
  goodwillGranted: grantGoodwill,
  mailSentAgain: sendMailAgain,
  movedToAccount: moveToAccount,
  noted: addNote,
  ownBillWanted: wantOwnBill,
  packed: finishPacking,
  packingBegun: beginPacking,
  packingClaimed: claimPacking,
  parcelSaved: saveParcel,
  paymentRecorded: recordPayment,
  printed: recordPrint,
  recalled: recallBatch,
  refundOverdue: markOverdue,
  refundRequested: requestRefund,
  refundRetried: retryRefund,
  refundSettled: settleRefund,
  refundSettledByHand: settleRefundByHand,
  replaced: replaceUnits,
  replacementFailed: forgetReplacement,
  restBegun: beginRest,
  revived: reviveOrder,
  shipped: shipOrder,
  statusChanged: changeStatus,
  undelivered: recordUndelivered,
  unknown: waitForOutcome,
  unpacked: undoPacking,
  waiting: waitForPayment,
  watchEnded: endWatch,
}

type Rules = typeof RULES
export type OrderEvent = Parameters<Rules[keyof Rules]>[1]
type EventOf<Kind extends OrderEvent['kind']> = Extract<OrderEvent, { kind: Kind }>
type Rule<Event> = (order: OrderRecord, event: Event, time: ShopTime) => OrderTransition

// The rule of each line takes the events of its kind: no line is missing, and none is another's.
RULES satisfies { [Kind in OrderEvent['kind']]: Rule<EventOf<Kind>> }

/** An order stores the ids of the provider's last events, to recognise repeated events. */
const EVENT_IDS_MAX = 20

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
  const further = furtherOf(order, event)
  if (isRepeated || (!further && isAboutOtherPayment(event, payment))) return unchanged(order)
  // The line has the kind of the event, as checked above; types cannot follow this.
  const rule = RULES[event.kind] as Rule<OrderEvent>
  const ruledAlone = further
    ? settleFurther(order, further, event as FurtherEvent, time)
    : rule(order, event, time)
  const asked = event.kind === 'packed' ? event.picks : undefined
  const ruled = withCash(
    order,
    withPicks(order, withOffers(order, withRestEnded(order, ruledAlone, time.at)), asked),
  )
  const settled = withOperator(order, withBill(order, ruled, time.at), by)
  const { order: after } = settled
  if (eventId === undefined || after === null || after === order) return settled
  return { ...settled, order: withEventId(after, eventId) }
}

/**
 * An order that ends gives the uses of its offers back, whichever event ends it. One that is revived
 * counts again, beyond every limit: its price was paid.
 */
function withOffers(before: OrderRecord, settled: OrderTransition): OrderTransition {
  const { order: after, effects } = settled
  if (!before.offers || after === before) return settled
  const [wasCounted, isCounted] = [isStanding(before), after !== null && isStanding(after)]
  if (wasCounted === isCounted) return settled
  const effect: OrderEffect = isCounted
    ? { kind: 'useOffers', limits: new Map(), isForced: true }
    : { kind: 'returnOffers' }
  return { order: after, effects: [...effects, effect] }
}

/** Whichever event hands a cash order over, its courier owes the cash, until it comes back or has another courier. */
function withCash(before: OrderRecord, settled: OrderTransition): OrderTransition {
  const { order: after, effects } = settled
  if (!after || after === before) return settled
  const isOwed = isCashWithCourier(after)
  const isOtherwise = isOwed !== isCashWithCourier(before) || (isOwed && hasOtherParcels(before, after))
  if (!isOtherwise) return settled
  return { order: after, effects: [...effects, { kind: 'oweCash', isOwed }] }
}

function isStanding(order: OrderRecord) {
  return !isOver(order) && phaseOf(order).name !== 'refused'
}

/** Goods that leave the shop need a bill, whichever event says that they have left. */
function withBill(before: OrderRecord, settled: OrderTransition, at: Date): OrderTransition {
  const { order: after } = settled
  if (!after || after === before || !hasLeftShop(after)) return settled
  return { ...settled, order: withBillDue(after, at) }
}

/** Whether a provider's event has another reference than the order's payment. */
function isAboutOtherPayment(event: OrderEvent, payment: PaymentRecord) {
  // `waiting` begins the payment, and brings the reference that the order will store.
  if ('paymentId' in event && event.paymentId !== undefined) return true
  if (event.kind === 'waiting' || !('reference' in event)) return false
  return event.reference !== undefined && event.reference !== payment.reference
}

/** Names the operator in the timeline entries that the event has added. */
function withOperator(before: OrderRecord, settled: OrderTransition, by: string | undefined) {
  const { order: after } = settled
  if (by === undefined || !after || after.timeline === before.timeline) return settled
  // A full timeline loses an old entry for each new one, so the count does not tell which are new.
  const old = new Set(before.timeline)
  const timeline = after.timeline.map((each) => (old.has(each) ? each : { ...each, by }))
  return { ...settled, order: { ...after, timeline } }
}

function withEventId(order: OrderRecord, eventId: string): OrderRecord {
  const eventIds = [...(order.payment.eventIds ?? []), eventId].slice(-EVENT_IDS_MAX)
  return { ...order, payment: { ...order.payment, eventIds } }
}
