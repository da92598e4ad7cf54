import { endedPayment, withTimeline } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord } from '../../order/purchase-store.ts'

/**
 * Changes the payment of a cancelled order from `checking` (outcome unknown) to `unpaid`, so that
 * the reconciler stops asking the provider. The payment becomes `unpaid` even if money arrived,
 * because the money is refunded.
 */
export function withCheckingEnded(order: OrderRecord): OrderRecord {
  const phase = phaseOf(order)
  const isMoneyUnknown = phase.name === 'over' && phase.money === 'checking'
  if (!isMoneyUnknown) return order
  return { ...order, payment: { ...order.payment, state: 'unpaid' } }
}

export function withFailedPayment(order: OrderRecord, refusal: string, at: Date): OrderRecord {
  const unpaid = { ...order, refusal, payment: endedPayment(order.payment, at) }
  return withTimeline(unpaid, at, 'paymentFailed', { note: refusal })
}
