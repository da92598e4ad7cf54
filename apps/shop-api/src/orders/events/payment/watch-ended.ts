import { unchanged } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** The time in which late money could arrive for an ended order is over. */
type WatchEnded = { kind: 'watchEnded'; paymentId?: string }

/** Stops asking the provider about late money. */
export function endWatch(order: OrderRecord, _event: WatchEnded): OrderTransition {
  const { watchedUntil, ...payment } = order.payment
  return watchedUntil === undefined ? unchanged(order) : { order: { ...order, payment }, effects: [] }
}
