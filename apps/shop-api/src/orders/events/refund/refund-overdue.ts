import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { withProblem } from '../rules/refunds.ts'

const OVERDUE = 'The payment provider has not finished this refund for three days. Look in its dashboard.'

/** The provider has had the refund for too long. */
type RefundOverdue = { kind: 'refundOverdue'; refundId: string }

/** Makes a refund that is open for too long a problem at the desk. */
export function markOverdue(
  order: OrderRecord,
  { refundId }: RefundOverdue,
  { at }: ShopTime,
): OrderTransition {
  const refund = order.refunds.find((each) => each.refundId === refundId)
  const isOpenRefund = refund?.state === 'requested' || refund?.state === 'sent'
  return refund && isOpenRefund ? withProblem(order, refund, OVERDUE, at) : unchanged(order)
}
