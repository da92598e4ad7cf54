import { paymentKey } from '../../../payments/payment-key.ts'
import type { PaymentOutcome, PaymentProvider } from '../../../payments/payments.ts'
import { NEVER_CHARGED } from '../../events/payment/expired.ts'
import type { OrderEvent } from '../../events/settle-order.ts'
import { activePayment, furtherPayments } from '../../order/further-payments.ts'
import { hasRecordedMoney, LATE_MONEY_MS, paymentNeedsReconciler } from '../../order/order-state.ts'
import type { FurtherPayment } from '../../order/payment-record.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord } from '../../order/purchase-store.ts'
import { undoOrCancel } from '../undo-or-cancel.ts'
import { withTimeout } from '../with-timeout.ts'
import { CALL_TIMEOUT_MS, isDue, type LaneDeps, type ReconcileDeps, settleStored } from './reconcile-deps.ts'
import { recordForeignRefunds } from './send-refunds.ts'

/** Four times the charge timeout. A payment that the provider does not know by then is lost. */
const PAYMENT_LOST_AFTER_MS = 60_000

/** A payment of an order that may still get an outcome, expire or receive late money. */
export type OpenPayment = {
  order: OrderRecord
  /** Undefined for the first payment of the order. */
  further?: FurtherPayment
}

/** The payments of the order about which the reconciler asks. */
export function openPayments(order: OrderRecord): OpenPayment[] {
  return [
    ...(paymentNeedsReconciler(order) ? [{ order }] : []),
    ...furtherPayments(order)
      .filter(mayGetMoney)
      .map((further) => ({ order, further })),
  ]
}

function mayGetMoney({ state, watchedUntil }: FurtherPayment) {
  return state === 'checking' || state === 'waiting' || watchedUntil !== undefined
}

export function providerOf({ order, further }: OpenPayment) {
  return (further ?? order.payment).provider
}

/** Undoes an edit whose rest was not paid in time, if no provider is asked about the payment first. */
export async function undoUnpaidEdit(
  deps: ReconcileDeps,
  order: OrderRecord,
  polled: readonly PaymentProvider[],
): Promise<void> {
  const { owed } = order.edits ?? {}
  if (!owed || Date.parse(owed.expiresAt) > deps.now().getTime()) return
  const active = activePayment(order)
  const isAsked =
    active !== undefined && active.state !== 'claimed' && polled.some(({ name }) => name === active.provider)
  if (!isAsked) await undoUnpaid(deps, order.purchaseId)
}

function undoUnpaid(deps: ReconcileDeps, purchaseId: string) {
  return undoOrCancel((mayUndo) =>
    settleStored(deps, purchaseId, { kind: 'editUndone', because: 'unpaid', mayUndo }),
  )
}

/** Ends an order whose time is over, if no provider can be asked about its payment. */
export async function expireUnasked(deps: ReconcileDeps, order: OrderRecord): Promise<void> {
  const { deadline, eventAtDeadline } = deadlineOf({ order })
  if (!paymentNeedsReconciler(order) || deadline > deps.now().getTime()) return
  // Cash on delivery has no provider. Any other payment without a provider stays open until the
  // setting PAYMENTS names its provider again.
  const isUnconfirmedCash = phaseOf(order).name === 'waitingForConfirmation'
  const hasProvider = deps.providers.some(({ name }) => name === order.payment.provider)
  if (isUnconfirmedCash || hasProvider) await settleStored(deps, order.purchaseId, eventAtDeadline)
}

/** Whether the provider is to be asked about the payment now. */
export function isPaymentDue(deps: LaneDeps, provider: PaymentProvider, payment: OpenPayment) {
  return isDue(deps, provider, { key: askedKey(payment), since: pollingStart(deps, provider, payment) })
}

/** The key of the payment in `askedAt`. */
function askedKey({ order: { purchaseId }, further }: OpenPayment) {
  return further ? `${purchaseId} ${further.paymentId}` : purchaseId
}

/**
 * The time from which the intervals grow. They grow anew when the order is over, because late money
 * usually arrives soon, and at the deadline, where the provider is always asked once more.
 */
function pollingStart({ now }: LaneDeps, { polling }: PaymentProvider, payment: OpenPayment): number {
  const { order, further } = payment
  const { deadline } = deadlineOf(payment)
  if (deadline <= now().getTime()) return deadline
  const firstAt = Date.parse(further?.beganAt ?? order.purchaseDate) + (polling?.delayMs ?? 0)
  const { watchedUntil } = further ?? order.payment
  if (watchedUntil === undefined) return firstAt
  return Math.max(firstAt, Date.parse(watchedUntil) - LATE_MONEY_MS)
}

/**
 * Sorts the payments: first those whose process may have died during the charge, then those whose time
 * is over, then those that wait, and at last the ended ones that may still get late money.
 */
export function byUrgency(payments: readonly OpenPayment[], now: Date): OpenPayment[] {
  const urgency = (payment: OpenPayment) => {
    const { order, further } = payment
    if (further ? further.state === 'checking' : phaseOf(order).name === 'charging') return 0
    if (deadlineOf(payment).deadline <= now.getTime()) return 1
    return (further ?? order.payment).watchedUntil === undefined ? 2 : 3
  }
  return payments.toSorted((a, b) => urgency(a) - urgency(b))
}

/**
 * Asks the provider about the payment. Settles the order if the payment has an outcome, or if the
 * shop stops waiting for money. Returns the order, also when nothing was settled. Returns null when
 * the order no longer exists.
 */
export async function reconcilePayment(
  deps: LaneDeps,
  provider: PaymentProvider,
  payment: OpenPayment,
): Promise<OrderRecord | null> {
  const { order, further } = payment
  const { purchaseId } = order
  const { deadline, eventAtDeadline } = deadlineOf(payment)
  const isPastDeadline = deadline <= deps.now().getTime()
  deps.askedAt.set(askedKey(payment), deps.now().getTime())
  const question = provider.find({
    key: paymentKey(purchaseId, further?.paymentId),
    reference: (further ?? order.payment).reference,
    amountPaise: further?.amountPaise ?? order.totalPaise,
  })
  const outcome = await withTimeout(question, CALL_TIMEOUT_MS, 'a question about a payment')
  // While the outcome is unknown, the money may still move, so the order must not end.
  if (outcome?.kind === 'unknown') return order
  if (outcome && !isKnownMoney(order, outcome)) return settleFound(deps, provider, { payment, outcome })
  if (!isPastDeadline) return order
  if (eventAtDeadline.kind === 'editUndone') return undoUnpaid(deps, purchaseId)
  return settleStored(deps, purchaseId, eventAtDeadline)
}

async function settleFound(
  deps: LaneDeps,
  provider: PaymentProvider,
  { payment: { order, further }, outcome }: { payment: OpenPayment; outcome: PaymentOutcome },
): Promise<OrderRecord | null> {
  const { purchaseId } = order
  const about = further ? { paymentId: further.paymentId } : {}
  if (outcome.kind === 'approved') {
    // The money may be back already: an operator may have refunded it in the provider's dashboard.
    const { transactionId } = outcome
    await recordForeignRefunds(deps, provider, { purchaseId, transactionId }, about)
    const current = await deps.purchases.find(purchaseId)
    if (!current || isKnownMoney(current, outcome)) return current
  }
  return settleStored(deps, purchaseId, { ...outcome, ...about })
}

/** Whether the outcome is money that the order has already received or refunded. */
function isKnownMoney(order: OrderRecord, outcome: PaymentOutcome) {
  return outcome.kind === 'approved' && hasRecordedMoney(order, outcome.transactionId)
}

/**
 * The time when the shop stops waiting for money or for a confirmation, and the event that then
 * settles the order.
 */
function deadlineOf({ order, further }: OpenPayment): { deadline: number; eventAtDeadline: OrderEvent } {
  if (further) return deadlineOfRest(order, further)
  const { expiresAt, watchedUntil } = order.payment
  if (expiresAt !== undefined)
    return { deadline: Date.parse(expiresAt), eventAtDeadline: { kind: 'expired' } }
  if (watchedUntil !== undefined)
    return { deadline: Date.parse(watchedUntil), eventAtDeadline: { kind: 'watchEnded' } }
  const lostAt = Date.parse(order.purchaseDate) + PAYMENT_LOST_AFTER_MS
  return { deadline: lostAt, eventAtDeadline: { kind: 'expired' } }
}

function deadlineOfRest(
  { edits, purchaseDate }: OrderRecord,
  { paymentId, state, beganAt, watchedUntil }: FurtherPayment,
): { deadline: number; eventAtDeadline: OrderEvent } {
  if (watchedUntil !== undefined)
    return { deadline: Date.parse(watchedUntil), eventAtDeadline: { kind: 'watchEnded', paymentId } }
  if (state === 'checking') {
    const eventAtDeadline = { kind: 'declined', message: NEVER_CHARGED, paymentId } as const
    return { deadline: Date.parse(beganAt) + PAYMENT_LOST_AFTER_MS, eventAtDeadline }
  }
  const deadline = Date.parse(edits?.owed?.expiresAt ?? purchaseDate)
  return { deadline, eventAtDeadline: { kind: 'editUndone', because: 'unpaid', mayUndo: true } }
}
