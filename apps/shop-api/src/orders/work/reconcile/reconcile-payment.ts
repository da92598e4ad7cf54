import type { PaymentOutcome, PaymentProvider } from '../../../payments/payments.ts'
import type { OrderEvent } from '../../events/settle-order.ts'
import { hasRecordedMoney, LATE_MONEY_MS, paymentNeedsReconciler } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord } from '../../order/purchase-store.ts'
import { withTimeout } from '../with-timeout.ts'
import { CALL_TIMEOUT_MS, isDue, type LaneDeps, type ReconcileDeps, settleStored } from './reconcile-deps.ts'
import { recordForeignRefunds } from './send-refunds.ts'

/** Four times the charge timeout. A payment that the provider does not know by then is lost. */
const PAYMENT_LOST_AFTER_MS = 60_000

/** Ends an order whose time is over, if no provider can be asked about its payment. */
export async function expireUnasked(deps: ReconcileDeps, order: OrderRecord): Promise<void> {
  const { deadline, eventAtDeadline } = deadlineOf(order)
  if (!paymentNeedsReconciler(order) || deadline > deps.now().getTime()) return
  // Cash on delivery has no provider. Any other payment without a provider stays open until the
  // setting PAYMENTS names its provider again.
  const isUnconfirmedCash = phaseOf(order).name === 'waitingForConfirmation'
  const hasProvider = deps.providers.some(({ name }) => name === order.payment.provider)
  if (isUnconfirmedCash || hasProvider) await settleStored(deps, order.purchaseId, eventAtDeadline)
}

/** Whether the provider is to be asked about the payment now. */
export function isPaymentDue(deps: LaneDeps, provider: PaymentProvider, order: OrderRecord) {
  return isDue(deps, provider, { key: order.purchaseId, since: pollingStart(deps, provider, order) })
}

/**
 * The time from which the intervals grow. They grow anew when the order is over, because late money
 * usually arrives soon, and at the deadline, where the provider is always asked once more.
 */
function pollingStart({ now }: LaneDeps, { polling }: PaymentProvider, order: OrderRecord): number {
  const { deadline } = deadlineOf(order)
  if (deadline <= now().getTime()) return deadline
  const firstAt = Date.parse(order.purchaseDate) + (polling?.delayMs ?? 0)
  const { watchedUntil } = order.payment
  if (watchedUntil === undefined) return firstAt
  return Math.max(firstAt, Date.parse(watchedUntil) - LATE_MONEY_MS)
}

/**
 * Sorts the orders: first those whose process may have died during the charge, then those whose time
 * is over, then those that wait, and at last the ended ones that may still get late money.
 */
export function byUrgency(orders: readonly OrderRecord[], now: Date): OrderRecord[] {
  const urgency = (order: OrderRecord) => {
    if (phaseOf(order).name === 'charging') return 0
    if (deadlineOf(order).deadline <= now.getTime()) return 1
    return order.payment.watchedUntil === undefined ? 2 : 3
  }
  return orders.toSorted((a, b) => urgency(a) - urgency(b))
}

/**
 * Asks the provider about the payment. Settles the order if the payment has an outcome, or if the
 * shop stops waiting for money. Returns the order, also when nothing was settled. Returns null when
 * the order no longer exists.
 */
export async function reconcilePayment(
  deps: LaneDeps,
  provider: PaymentProvider,
  order: OrderRecord,
): Promise<OrderRecord | null> {
  const { purchaseId, totalPaise: amountPaise, payment } = order
  const { deadline, eventAtDeadline } = deadlineOf(order)
  const isPastDeadline = deadline <= deps.now().getTime()
  deps.askedAt.set(purchaseId, deps.now().getTime())
  const question = provider.find({ key: purchaseId, reference: payment.reference, amountPaise })
  const outcome = await withTimeout(question, CALL_TIMEOUT_MS, 'a question about a payment')
  // While the outcome is unknown, the money may still move, so the order must not end.
  if (outcome?.kind === 'unknown') return order
  if (outcome && !isKnownMoney(order, outcome)) return settleFound(deps, provider, { order, outcome })
  return isPastDeadline ? settleStored(deps, purchaseId, eventAtDeadline) : order
}

async function settleFound(
  deps: LaneDeps,
  provider: PaymentProvider,
  { order: { purchaseId }, outcome }: { order: OrderRecord; outcome: PaymentOutcome },
): Promise<OrderRecord | null> {
  if (outcome.kind === 'approved') {
    // The money may be back already: an operator may have refunded it in the provider's dashboard.
    await recordForeignRefunds(deps, provider, { purchaseId, transactionId: outcome.transactionId })
    const current = await deps.purchases.find(purchaseId)
    if (!current || isKnownMoney(current, outcome)) return current
  }
  return settleStored(deps, purchaseId, outcome)
}

/** Whether the outcome is money that the order has already received or refunded. */
function isKnownMoney(order: OrderRecord, outcome: PaymentOutcome) {
  return outcome.kind === 'approved' && hasRecordedMoney(order, outcome.transactionId)
}

/**
 * The time when the shop stops waiting for money or for a confirmation, and the event that then
 * settles the order.
 */
function deadlineOf(order: OrderRecord): { deadline: number; eventAtDeadline: OrderEvent } {
  const { expiresAt, watchedUntil } = order.payment
  if (expiresAt !== undefined)
    return { deadline: Date.parse(expiresAt), eventAtDeadline: { kind: 'expired' } }
  if (watchedUntil !== undefined)
    return { deadline: Date.parse(watchedUntil), eventAtDeadline: { kind: 'watchEnded' } }
  const lostAt = Date.parse(order.purchaseDate) + PAYMENT_LOST_AFTER_MS
  return { deadline: lostAt, eventAtDeadline: { kind: 'expired' } }
}
