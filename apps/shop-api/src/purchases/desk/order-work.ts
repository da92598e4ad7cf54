import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { isVisible } from '../order-state.ts'
import type { OrderRecord, RefundRecord } from '../purchase-store.ts'
import { isRefusedAndOwed } from '../settlement/refunds.ts'

/** The work that an operator has with an order. Null for an order that its shopper does not see. */
export function workStateOf(order: OrderRecord): WorkState | null {
  if (!isVisible(order)) return null
  const isOutcomeUnknown = order.payment.state === 'checking'
  if (isOutcomeUnknown) return 'problem'
  if (order.state === 'pending') return isToConfirm(order) ? 'confirm' : 'waiting'
  // An operator first packs the goods and hands them over. A problem with a refund waits.
  if (isInShop(order)) return isPacked(order) ? 'handOver' : 'pack'
  if (order.refunds.some((refund) => isRefundProblem(order, refund))) return 'problem'
  if (order.orderStatus === 'CANCELLED') return 'cancelled'
  return order.orderStatus === 'DELIVERED' ? 'delivered' : 'onTheWay'
}

/**
 * Whether an operator can confirm the order. Two states of the payment allow a confirmation:
 * - `claimed`: the shopper says that the order is paid.
 * - `unconfirmed`: a cash order of a shopper who has not received any order yet.
 */
function isToConfirm({ payment }: OrderRecord) {
  return payment.state === 'claimed' || payment.state === 'unconfirmed'
}

/** Whether the order is confirmed, and the courier does not have its goods yet. */
function isInShop({ orderStatus, deliveryStatus }: OrderRecord) {
  return orderStatus === 'CONFIRMED' && deliveryStatus === 'PROCESSING'
}

function isPacked({ fulfilment }: OrderRecord) {
  return fulfilment.packing?.packedAt !== undefined
}

function isRefundProblem(order: OrderRecord, refund: RefundRecord) {
  const mustBePaidByHand = refund.byHand && refund.state === 'requested'
  return mustBePaidByHand || isRefusedAndOwed(order, refund)
}

/** Whether a packer works on the order: it is to be packed, or to be given to the courier. */
export function isPackersWork(order: OrderRecord) {
  const work = workStateOf(order)
  return work === 'pack' || work === 'handOver'
}

/**
 * A hash of the fields that decide which actions an operator may take. Notes and prints do not
 * change the hash.
 */
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
