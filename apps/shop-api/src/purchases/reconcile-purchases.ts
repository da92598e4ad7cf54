import { tracingChannel } from 'node:diagnostics_channel'
import type { PaymentOutcome, PaymentProvider } from '../payments/payments.ts'
import { readShopTime } from '../shop/shop-time.ts'
import { hasRecordedMoney, paymentNeedsReconciler, refundNeedsReconciler } from './order-state.ts'
import type { PlacePurchaseDeps } from './place-purchase.ts'
import type { OrderRecord, RefundRecord } from './purchase-store.ts'
import { type OrderEvent, settleOrder } from './settlement/settle-order.ts'

/** Four times the charge timeout. A payment that the provider does not know by then is lost. */
const PAYMENT_LOST_AFTER_MS = 60_000

const AT_ONCE = 0

/** Telemetry subscribes to this channel. */
const reconciliations = tracingChannel<{ name: string; attributes: Record<string, string> }>(
  'nashta.reconciler',
)

export type ReconcileDeps = Pick<
  PlacePurchaseDeps,
  'purchases' | 'providers' | 'shop' | 'now' | 'reportError'
> & {
  /**
   * When the provider was last asked. The key of a payment is the order id. The key of a refund is
   * the order id, a space and the refund id.
   */
  askedAt: Map<string, number>
  /** Aborted when another process takes over the reconciliation. */
  signal?: AbortSignal
}

/**
 * Asks the providers about each open order (see `isOpen`), settles it by the outcome, and sends its
 * refunds. So an order is settled even if the process crashed during its payment.
 */
export function reconcilePurchases(deps: ReconcileDeps): Promise<void> {
  return reconciliations.tracePromise(() => reconcileAll(deps), { name: 'reconcile', attributes: {} })
}

async function reconcileAll(deps: ReconcileDeps) {
  const open = await deps.purchases.listOpen(deps.now())
  removeClosed(deps.askedAt, open)
  for (const order of open) {
    if (deps.signal?.aborted) return
    try {
      const current = await reconcilePayment(deps, order)
      if (current) await sendRefunds(deps, current)
    } catch (error) {
      deps.reportError(error)
    }
  }
}

/** Removes the entries of orders that are no longer open. */
function removeClosed(askedAt: Map<string, number>, open: readonly OrderRecord[]) {
  const openIds = new Set(open.map(({ purchaseId }) => purchaseId))
  for (const key of askedAt.keys()) {
    const [purchaseId = ''] = key.split(' ')
    if (!openIds.has(purchaseId)) askedAt.delete(key)
  }
}

/**
 * Settles the order if its payment has an outcome, or if the shop stops waiting for money. Returns
 * the order, also when nothing was settled. Returns null when the order no longer exists.
 */
async function reconcilePayment(deps: ReconcileDeps, order: OrderRecord): Promise<OrderRecord | null> {
  const event = await findPaymentEvent(deps, order)
  if (!event) return order
  const time = await readShopTime(deps)
  return deps.purchases.update(order.purchaseId, (stored) => settleOrder(stored, event, time))
}

/** Finds out what happened to the payment of an open order. Returns null when nothing happened. */
async function findPaymentEvent(deps: ReconcileDeps, order: OrderRecord): Promise<OrderEvent | null> {
  if (!paymentNeedsReconciler(order)) return null
  const { deadline, eventAtDeadline } = deadlineOf(order)
  const isPastDeadline = deadline <= deps.now().getTime()
  const provider = providerOf(deps, order)
  if (!provider) {
    // Cash on delivery has no provider. Any other payment without a provider stays open until the
    // setting PAYMENTS names its provider again.
    const isUnconfirmedCash = order.payment.state === 'unconfirmed'
    return isUnconfirmedCash && isPastDeadline ? eventAtDeadline : null
  }
  const outcome = await pollProvider(deps, provider, order, { isPastDeadline })
  // While the outcome is unknown, the money may still move, so the order must not end.
  if (outcome?.kind === 'unknown') return null
  if (outcome && !isKnownMoney(order, outcome)) return outcome
  return isPastDeadline ? eventAtDeadline : null
}

/** Asks the provider for the outcome when a request is due. Returns null if no outcome is known. */
async function pollProvider(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  { purchaseId, purchaseDate, totalPaise: amountPaise, payment }: OrderRecord,
  { isPastDeadline }: { isPastDeadline: boolean },
): Promise<PaymentOutcome | null> {
  if (!provider.polling) return null
  const firstAt = Date.parse(purchaseDate) + provider.polling.delayMs
  const isPollDue = isDue(deps, provider, { key: purchaseId, firstAt })
  // The provider is always asked once more before an order expires.
  if (!isPollDue && !isPastDeadline) return null
  deps.askedAt.set(purchaseId, deps.now().getTime())
  return provider.find({ key: purchaseId, reference: payment.reference, amountPaise })
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

async function sendRefunds(deps: ReconcileDeps, order: OrderRecord) {
  const provider = providerOf(deps, order)
  if (!provider) return
  for (const refund of order.refunds.filter(refundNeedsReconciler)) {
    await sendRefund(deps, provider, order, refund)
  }
}

/**
 * Sends the refund if it is due. The same request is repeated at the provider's interval until the
 * refund is done or has failed. The provider recognises the request, so the money moves once.
 */
async function sendRefund(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  { purchaseId }: OrderRecord,
  { refundId, transactionId, amountPaise }: RefundRecord,
) {
  const key = `${purchaseId} ${refundId}`
  if (!isDue(deps, provider, { key, firstAt: AT_ONCE })) return
  deps.askedAt.set(key, deps.now().getTime())
  const result = await provider.refund({ purchaseId, refundId, transactionId, amountPaise })
  const event = { kind: 'refundSettled', refundId, result } as const
  const time = await readShopTime(deps)
  await deps.purchases.update(purchaseId, (stored) => settleOrder(stored, event, time))
}

/**
 * Whether to ask the provider now. The first time is `firstAt`, the next ones follow at the
 * provider's interval. `askedAt` has the last time under `key`.
 */
function isDue(
  { askedAt, now }: ReconcileDeps,
  { polling }: PaymentProvider,
  { key, firstAt }: { key: string; firstAt: number },
) {
  const lastAt = askedAt.get(key)
  const nextAt = lastAt === undefined ? firstAt : lastAt + (polling?.intervalMs ?? 0)
  return nextAt <= now().getTime()
}

function providerOf({ providers }: ReconcileDeps, { payment }: OrderRecord) {
  return providers.find(({ name }) => name === payment.provider)
}
