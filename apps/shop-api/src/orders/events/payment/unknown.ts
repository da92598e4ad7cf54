import type { EventOrigin, PaymentOutcome } from '../../../payments/payments.ts'
import { unchanged } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { cartEffects } from '../rules/confirm.ts'

type OutcomeUnknown = Extract<PaymentOutcome, { kind: 'unknown' }> & Pick<EventOrigin, 'paymentId'>

/** Makes the order pending: the shopper sees it, and the reconciler asks for the outcome later. */
export function waitForOutcome(order: OrderRecord, _event: OutcomeUnknown): OrderTransition {
  if (phaseOf(order).name !== 'charging') return unchanged(order)
  return { order: { ...order, state: 'pending' }, effects: cartEffects(order) }
}
