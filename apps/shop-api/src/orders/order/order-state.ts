import type { TimelineEventKind } from '@nashta/contracts/orders/order-payment'
import { ServiceError } from '@nashta/service-kit/service-error'
import { nextPaper } from './billing.ts'
import { furtherPayments } from './further-payments.ts'
import type { PaymentRecord } from './payment-record.ts'
import { isUnsettled, phaseOf } from './phase.ts'
import type {
  OrderRecord,
  OrderTransition,
  OrderWithEffects,
  RefundRecord,
  ReturnedStock,
  TakenStock,
  TimelineRecord,
} from './purchase-store.ts'
import { subtractUnits } from './stock.ts'

/** A payment may still succeed on the provider's page for this long after its order has ended. */
export const LATE_MONEY_MS = 3 * 24 * 60 * 60 * 1000

/** More entries than an honest order has. Shoppers and providers can cause any number of some kinds. */
const TIMELINE_MAX = 100

/** Whether the reconciler still has work with the order. */
export function isOpen(order: OrderRecord) {
  return (
    paymentNeedsReconciler(order) ||
    restNeedsReconciler(order) ||
    order.refunds.some(refundNeedsReconciler) ||
    nextPaper(order) !== null
  )
}

/** Whether the payment may still get an outcome, expire, or receive late money. */
export function paymentNeedsReconciler(order: OrderRecord) {
  const phase = phaseOf(order)
  const isMoneyUnknown = phase.name === 'over' && phase.money === 'checking'
  return isUnsettled(order) || isMoneyUnknown || order.payment.watchedUntil !== undefined
}

/** Whether the rest of the money may still arrive or become overdue, or a further payment get late money. */
function restNeedsReconciler(order: OrderRecord) {
  const isAwaited = furtherPayments(order).some(
    ({ state, watchedUntil }) => state === 'checking' || watchedUntil !== undefined,
  )
  return isAwaited || order.edits?.owed !== undefined
}

/** Whether the order has recorded the money of this transaction, as its payment or in a refund. */
export function hasRecordedMoney(order: OrderRecord, transactionId: string) {
  const isPayment =
    order.transactionId === transactionId ||
    furtherPayments(order).some((further) => further.transactionId === transactionId)
  return isPayment || order.refunds.some((refund) => refund.transactionId === transactionId)
}

/**
 * Whether the reconciler has to send the refund, or to ask the provider about it until the refund is
 * done or has failed.
 */
export function refundNeedsReconciler({ state, byHand }: RefundRecord) {
  return !byHand && (state === 'requested' || state === 'sent')
}

/** The prefix of the user id of each order whose shopper was erased. */
export const ERASED_USER_PREFIX = 'erased:'

/** Whether the order's shopper was erased, and with them the name and the address. */
export function isErased({ userId }: Pick<OrderRecord, 'userId'>) {
  return userId.startsWith(ERASED_USER_PREFIX)
}

export function orderNotFound() {
  return new ServiceError('ORDER_NOT_FOUND', 'There is no such order')
}

export function illegalTransition(message: string) {
  return new ServiceError('ILLEGAL_TRANSITION', message)
}

/** The store writes nothing when a transition returns the same order. */
export function unchanged(order: OrderRecord): OrderTransition {
  return { order, effects: [] }
}

export function withTimeline(
  order: OrderRecord,
  at: Date,
  kind: TimelineEventKind,
  details: Pick<TimelineRecord, 'note' | 'amountPaise' | 'parcelId'> = {},
): OrderRecord {
  const entry = { at: at.toISOString(), kind, ...details }
  const { timeline } = order
  const kept = timeline.length < TIMELINE_MAX ? timeline : withoutOldestRepeated(timeline)
  return { ...order, timeline: [...kept, entry] }
}

/** Makes room, and keeps the last entry of each kind: several rules depend on it. */
function withoutOldestRepeated(timeline: readonly TimelineRecord[]): readonly TimelineRecord[] {
  const oldest = timeline.findIndex((entry) => timeline.findLast(({ kind }) => kind === entry.kind) !== entry)
  return timeline.filter((_entry, index) => index !== oldest)
}

/** The stock that the order took and still holds, without the units of expected goods. */
export function heldStock({ taken, fulfilment: { expectedBack = [] } }: OrderRecord): TakenStock[] {
  return subtractUnits(taken, expectedBack)
}

/** Puts all held stock of the order back, and takes it off the order, so that none is put back twice. */
export function returnAllStock(order: OrderRecord, because: ReturnedStock['because']): OrderWithEffects {
  const stock = heldStock(order)
  return {
    order: { ...order, taken: subtractUnits(order.taken, stock) },
    effects: [{ kind: 'returnStock', stock, because }],
  }
}

/** When the order was confirmed, and so counted as sold. Null for an order that never was. */
export function soldAtOf({ timeline }: OrderRecord): Date | null {
  const confirmed = timeline.findLast(({ kind }) => kind === 'confirmed')
  return confirmed ? new Date(confirmed.at) : null
}

/**
 * The payment of an order that ended unpaid. The fields that ask the shopper to pay or to
 * confirm are removed. A claimed payment stays claimed until an operator has looked for it.
 */
export function endedPayment(payment: PaymentRecord, at: Date): PaymentRecord {
  const { form, upiUri: _upiUri, expiresAt: _expiresAt, confirmationCode: _code, ...rest } = payment
  // The provider's page, which the form opened, may still be open in the shopper's browser.
  const watchedUntil = form && new Date(at.getTime() + LATE_MONEY_MS).toISOString()
  const state = payment.state === 'claimed' ? 'claimed' : 'unpaid'
  return { ...rest, state, ...(watchedUntil !== undefined && { watchedUntil }) }
}

/** The payment after its money has arrived. */
export function paidPayment(payment: PaymentRecord, paidPaise: PaymentRecord['paidPaise']): PaymentRecord {
  const { form: _form, upiUri: _upiUri, expiresAt: _expiresAt, ...rest } = payment
  return { ...rest, state: 'paid', paidPaise }
}
