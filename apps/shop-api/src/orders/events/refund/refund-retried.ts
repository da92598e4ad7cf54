import type { ShopTime } from '../../../shop/shop-time.ts'
import type { RefundPart } from '../../order/further-payments.ts'
import { illegalTransition, unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition, RefundRecord } from '../../order/purchase-store.ts'
import { isRetried, retryKey } from '../../order/refunded.ts'
import { addRefund, assertStillRefundable, findRefund, mailAboutLastRefund } from '../rules/refunds.ts'

type RefundRetried = { kind: 'refundRetried'; refundId: string }

/**
 * Adds a new refund in place of one that the provider refused. The new refund has another id, which
 * the provider does not know.
 */
export function retryRefund(
  order: OrderRecord,
  { refundId }: RefundRetried,
  { at }: ShopTime,
): OrderTransition {
  const refund = findRefund(order, refundId)
  if (isRetried(order, refundId)) return unchanged(order)
  const { state, byHand, isLate, items, shares, reason, amountPaise, partOf } = refund
  if (byHand || state !== 'failed')
    throw illegalTransition('Only a refund that the payment provider refused can be tried again')
  assertStillRefundable(order, refund)
  const again = {
    key: retryKey(refundId),
    reason,
    amountPaise,
    isLate,
    ...(partOf !== undefined && { partOf }),
    ...(items && { items }),
    ...(shares && { shares }),
  }
  // Late money goes back from the payment that brought it. Other money is divided anew between the payments,
  // because later refunds may have taken some of the payment that this refund was part of.
  const after = isLate ? addRefund(order, again, at, [samePart(refund)]) : addRefund(order, again, at)
  return { order: after, effects: [mailAboutLastRefund(after)] }
}

function samePart({ paymentId, transactionId, byHand, amountPaise }: RefundRecord): RefundPart {
  return { ...(paymentId !== undefined && { paymentId }), transactionId, byHand, amountPaise }
}
