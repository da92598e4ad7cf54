import type { AttemptFailed, EventOrigin } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import { isWaiting } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** Records that one attempt to pay failed. The shopper may try again. */
export function noteFailedAttempt(
  order: OrderRecord,
  { message }: AttemptFailed & EventOrigin,
  { at }: ShopTime,
): OrderTransition {
  if (!isWaiting(order)) return unchanged(order)
  const after = withTimeline({ ...order, refusal: message }, at, 'paymentFailed', { note: message })
  return { order: after, effects: [] }
}
