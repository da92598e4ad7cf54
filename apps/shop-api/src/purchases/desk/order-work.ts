import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { isAccepted } from '../order-state.ts'
import type { OrderRecord } from '../purchase-store.ts'
import { isRefusedAndOwed } from '../settlement/refunds.ts'

/** Returns the work that an operator has with an order; null when the order is not accepted. */
export function workStateOf(order: OrderRecord): WorkState | null {
  if (!isAccepted(order)) return null
  const { state, orderStatus, deliveryStatus, payment, fulfilment } = order
  if (payment.state === 'checking') return 'problem'
  const isToConfirm = payment.state === 'claimed' || payment.state === 'unconfirmed'
  if (state === 'pending') return isToConfirm ? 'confirm' : 'waiting'
  const isInShop = orderStatus === 'CONFIRMED' && deliveryStatus === 'PROCESSING'
  // Goods in the shop are packed and handed over first, even if a refund is a problem.
  if (isInShop) return fulfilment.packing?.packedAt === undefined ? 'pack' : 'handOver'
  if (hasRefundProblem(order)) return 'problem'
  if (orderStatus === 'CANCELLED') return 'cancelled'
  return orderStatus === 'DELIVERED' ? 'delivered' : 'onTheWay'
}

/** Whether an operator has to pay a refund by hand, or to settle one that the provider refused. */
function hasRefundProblem(order: OrderRecord) {
  return order.refunds.some((refund) => {
    return refund.byHand ? refund.state === 'requested' : isRefusedAndOwed(order, refund)
  })
}

/** Whether the goods are still in the shop, to be packed or to be given to the courier. */
export function isPackersWork(order: OrderRecord) {
  const work = workStateOf(order)
  return work === 'pack' || work === 'handOver'
}

/** Changes with every field that decides about actions. Notes and prints do not change it. */
export function orderVersion({
  state,
  orderStatus,
  deliveryStatus,
  payment,
  refunds,
  fulfilment: { packing, shipment },
}: OrderRecord): string {
  const refundStates = refunds.map((refund) => [refund.refundId, refund.state])
  const facts = [state, orderStatus, deliveryStatus, payment.state, refundStates, packing, shipment]
  return contentHash(JSON.stringify(facts))
}

/** Whether the order counts for the day's orders and revenue. */
export function isCounted({ state, orderStatus }: OrderRecord) {
  return state === 'placed' && orderStatus !== 'CANCELLED'
}
