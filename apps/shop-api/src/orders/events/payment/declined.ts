import type { EventOrigin, PaymentOutcome } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { returnAllStock } from '../../order/order-state.ts'
import { isUnsettled, isWaiting } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { END_KEYLESS_ATTEMPT, settleAsCancelled } from '../rules/cancel.ts'
import { withCheckingEnded, withFailedPayment } from '../rules/unpaid.ts'

type Declined = Extract<PaymentOutcome, { kind: 'declined' }> & EventOrigin

export function declineOrder(order: OrderRecord, { message }: Declined, { at }: ShopTime): OrderTransition {
  if (!isUnsettled(order)) return { order: withCheckingEnded(order), effects: [] }
  const ended = withFailedPayment(order, message, at)
  // The shopper has already seen a pending order, so it stays in the shopper's history.
  if (isWaiting(order)) return settleAsCancelled(ended, { because: 'unpaid' })
  const returned = returnAllStock(ended, 'neverPlaced')
  return {
    order: { ...returned.order, state: 'declined' },
    effects: [...returned.effects, END_KEYLESS_ATTEMPT],
  }
}
