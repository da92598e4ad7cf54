import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { isRetried, retryKey } from '../../order/refunded.ts'
import { addRefund, assertAllLeft, findRefund, mailAboutLastRefund } from '../rules/refunds.ts'

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
  const { state, byHand, isLate, items, shares, reason, amountPaise, transactionId } = refund
  if (byHand || state !== 'failed')
    throw illegalTransition('Only a refund that the payment provider refused can be tried again')
  assertAllLeft(order, refund)
  const again = {
    key: retryKey(refundId),
    reason,
    amountPaise,
    transactionId,
    isLate,
    ...(items && { items }),
    ...(shares && { shares }),
  }
  const after = addRefund(order, again, at)
  return { order: after, effects: [mailAboutLastRefund(after)] }
}
