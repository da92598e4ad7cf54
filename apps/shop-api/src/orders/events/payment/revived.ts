import type { ShopTime } from '../../../shop/shop-time.ts'
import {
  illegalTransition,
  isErased,
  orderNotFound,
  paidPayment,
  unchanged,
  withTimeline,
} from '../../order/order-state.ts'
import { isOver, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { confirmOrder } from '../rules/confirm.ts'
import { assertSeenByHand, isPaidBy, type SeenPayment, wholePayment } from '../rules/seen-payment.ts'

const ADDRESS_ERASED = 'The address is erased. Record the payment, and send it back.'
const NOT_ENDED_UNPAID = 'Only an order that has ended unpaid can be revived'

/** An operator has seen the payment of a UPI order that has ended unpaid. */
type Revived = { kind: 'revived'; seen: SeenPayment | null }

/**
 * Confirms an order that has ended unpaid, because its payment was found later. The order takes its
 * stock again, and is refused when too little is left.
 */
export function reviveOrder(order: OrderRecord, { seen }: Revived, time: ShopTime): OrderTransition {
  const { at } = time
  if (!isVisible(order)) throw orderNotFound()
  assertSeenByHand(order)
  if (!isOver(order) && order.payment.state === 'paid' && isPaidBy(order, seen)) return unchanged(order)
  if (!isOver(order) || order.payment.state === 'paid') throw illegalTransition(NOT_ENDED_UNPAID)
  if (isErased(order)) throw illegalTransition(ADDRESS_ERASED)
  const { transactionId, amountPaise, effects } = wholePayment(order, seen)
  const revived = withTimeline(withTimeline(order, at, 'revived'), at, 'paid', { amountPaise })
  const confirmed = confirmOrder(
    {
      ...revived,
      state: 'pending',
      transactionId,
      payment: { ...paidPayment(order.payment, amountPaise), revivedAt: at.toISOString() },
    },
    time,
  )
  const { restored } = order
  return {
    order: { ...confirmed.order, restored: [] },
    effects: [
      { kind: 'takeStock' },
      ...(restored.length > 0 ? [{ kind: 'removeRestoredLines', restored } as const] : []),
      ...confirmed.effects,
      ...effects,
    ],
  }
}
