import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { isRetried } from '../../order/refunded.ts'
import {
  type StateChangingResult,
  STATE_AFTER,
  applyResult,
  assertStillRefundable,
  findRefund,
} from '../rules/refunds.ts'

/** An operator has paid the refund, or marks it as failed. */
type RefundSettledByHand = {
  kind: 'refundSettledByHand'
  refundId: string
  /** The refund is done, or has failed. */
  result: Exclude<StateChangingResult, { kind: 'pending' }>
}

/** Throws while the provider may still send the money. */
export function settleRefundByHand(
  order: OrderRecord,
  { refundId, result }: RefundSettledByHand,
  { at }: ShopTime,
): OrderTransition {
  const refund = findRefund(order, refundId)
  const { state, byHand } = refund
  const isRepeated = state === STATE_AFTER[result.kind]
  if (isRepeated) return unchanged(order)
  if (state === 'done') throw illegalTransition('This refund is done')
  if (state === 'failed') {
    if (isRetried(order, refundId)) throw illegalTransition('This refund was tried again')
    assertStillRefundable(order, refund)
  } else if (!byHand) {
    throw illegalTransition('The payment provider still has this refund')
  }
  // A refund that the provider refused, and that the operator paid, is by hand from now on.
  return applyResult(order, { ...refund, byHand: true }, result, at)
}
