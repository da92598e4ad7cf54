import type { EventOrigin, RefundEvent } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { applyResult, withProblem } from '../rules/refunds.ts'

/** Applies the outcome of a refund. A refund that is done or failed does not change any more. */
export function settleRefund(
  order: OrderRecord,
  { refundId, result }: RefundEvent & EventOrigin,
  { at }: ShopTime,
): OrderTransition {
  const refund = order.refunds.find((each) => each.refundId === refundId)
  if (!refund || refund.state === 'done' || refund.state === 'failed') return unchanged(order)
  if (result.kind === 'delayed') return withProblem(order, refund, result.message, at)
  if (result.kind === 'pending' && refund.state === 'sent') return unchanged(order)
  return applyResult(order, refund, result, at)
}
