import { paymentKey } from '../../../payments/payment-key.ts'
import type { ForeignRefundsFilter, EventOrigin, PaymentProvider } from '../../../payments/payments.ts'
import { findFurther } from '../../order/further-payments.ts'
import { refundNeedsReconciler } from '../../order/order-state.ts'
import { isPurchaseId } from '../../order/purchase-id.ts'
import type { OrderRecord, RefundRecord } from '../../order/purchase-store.ts'
import { withTimeout } from '../with-timeout.ts'
import { CALL_TIMEOUT_MS, isDue, type LaneDeps, settleStored } from './reconcile-deps.ts'

/** A refund that is open for this long becomes a problem at the desk. */
const OVERDUE_AFTER_MS = 3 * 24 * 60 * 60 * 1000

/** Whether it is time to send or check a refund, or to report one that is open for too long. */
export function hasDueRefund(deps: LaneDeps, provider: PaymentProvider, order: OrderRecord) {
  return refundsOf(provider, order).some(
    (refund) => isCallDue(deps, provider, order, refund) || isOpenTooLong(deps, refund),
  )
}

/** The refunds of money that this provider has taken. */
function refundsOf({ name }: PaymentProvider, order: OrderRecord) {
  return order.refunds.filter(
    ({ paymentId }) => (findFurther(order, paymentId) ?? order.payment).provider === name,
  )
}

function isCallDue(
  deps: LaneDeps,
  provider: PaymentProvider,
  { purchaseId }: OrderRecord,
  refund: RefundRecord,
) {
  if (!refundNeedsReconciler(refund)) return false
  return isDue(deps, provider, {
    key: keyOf(purchaseId, refund.refundId),
    since: Date.parse(refund.requestedAt),
  })
}

/** Whether the refund has become a problem, and the order does not say so yet. */
function isOpenTooLong({ now }: LaneDeps, refund: RefundRecord) {
  const dueAt = Date.parse(refund.requestedAt) + OVERDUE_AFTER_MS
  return refundNeedsReconciler(refund) && refund.problem === undefined && dueAt <= now().getTime()
}

export async function sendRefunds(deps: LaneDeps, provider: PaymentProvider, order: OrderRecord) {
  const { purchaseId } = order
  for (const refund of refundsOf(provider, order)) {
    const { refundId } = refund
    if (isCallDue(deps, provider, order, refund)) await sendOrCheckRefund(deps, provider, purchaseId, refund)
    if (isOpenTooLong(deps, refund)) await settleStored(deps, purchaseId, { kind: 'refundOverdue', refundId })
  }
}

/**
 * Checks a refund to which the provider has given a `reference`. Otherwise sends it, again with the same key if a
 * response may have been lost: the provider recognises the key, so the money moves once.
 */
async function sendOrCheckRefund(
  deps: LaneDeps,
  provider: PaymentProvider,
  purchaseId: string,
  { refundId, transactionId, reference, paymentId }: RefundRecord,
) {
  deps.askedAt.set(keyOf(purchaseId, refundId), deps.now().getTime())
  if (reference !== '') {
    const question = provider.findRefund(reference)
    const result = await withTimeout(question, CALL_TIMEOUT_MS, 'a question about a refund')
    await settleStored(deps, purchaseId, { kind: 'refundSettled', refundId, result })
    return
  }
  // An operator may have refunded the same money in the provider's dashboard.
  await recordForeignRefunds(deps, provider, { purchaseId, transactionId })
  const current = await deps.purchases.find(purchaseId)
  const unsent = current?.refunds.find((refund) => refund.refundId === refundId)
  if (!unsent || unsent.state !== 'requested') return
  const { amountPaise } = unsent
  const key = paymentKey(purchaseId, paymentId)
  const request = provider.refund({ key, purchaseId, refundId, transactionId, amountPaise })
  const result = await withTimeout(request, CALL_TIMEOUT_MS, 'a refund')
  await settleStored(deps, purchaseId, { kind: 'refundSettled', refundId, result })
}

/** Records, in their orders, refunds that the shop did not request, so that no money goes back twice. */
export async function recordForeignRefunds(
  deps: LaneDeps,
  provider: PaymentProvider,
  filter: ForeignRefundsFilter,
  about: EventOrigin = {},
) {
  const question = provider.listForeignRefunds(filter)
  for (const { purchaseId, ...event } of await withTimeout(question, CALL_TIMEOUT_MS, 'a list of refunds'))
    if (isPurchaseId(purchaseId)) await settleStored(deps, purchaseId, { ...event, ...about })
}

/** The key of a refund in `askedAt`. */
function keyOf(purchaseId: string, refundId: string) {
  return `${purchaseId} ${refundId}`
}
