import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { isInShop, isVisible } from './order-state.ts'
import type { OrderRecord, RefundRecord } from './purchase-store.ts'
import { isRefusedAndOwed, netPaid } from './refunded.ts'

/** The work that an operator has with an order. Null for an order that its shopper does not see. */
export function workStateOf(order: OrderRecord): WorkState | null {
  if (!isVisible(order)) return null
  const isOutcomeUnknown = order.payment.state === 'checking'
  if (isOutcomeUnknown) return 'problem'
  if (order.state === 'pending') return isToConfirm(order) ? 'confirm' : 'waiting'
  const hasEndedClaim = order.payment.state === 'claimed'
  if (hasEndedClaim) return 'findPayment'
  if (order.refunds.some((refund) => isRefusedAndOwed(order, refund))) return 'problem'
  // An operator first packs the goods and hands them over, and then pays a refund by hand, or looks
  // why the provider has not paid it.
  if (isInShop(order)) return isPacked(order) ? 'handOver' : 'pack'
  if (order.refunds.some((refund) => mustBePaidByHand(refund) || refund.problem !== undefined))
    return 'problem'
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

function isPacked({ fulfilment }: OrderRecord) {
  return fulfilment.packing?.packedAt !== undefined
}

function mustBePaidByHand({ byHand, state }: RefundRecord) {
  return byHand && state === 'requested'
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
  fulfilment: { packing, shipment, contentChangedAt, expectedBack },
}: OrderRecord): string {
  const refundStates = refunds.map((refund) => [refund.refundId, refund.state])
  const statuses = [state, orderStatus, deliveryStatus, payment.state]
  const facts = [...statuses, refundStates, packing, shipment, contentChangedAt, expectedBack]
  return contentHash(JSON.stringify(facts))
}

/** Whether the order counts for the day's orders and revenue. */
export function isCounted({ state, orderStatus }: OrderRecord) {
  return state === 'placed' && orderStatus !== 'CANCELLED'
}

type OrderTotals = { orders: number; revenuePaise: number }

/**
 * What the order adds to the totals of the hour in which it was placed. A refund lowers the revenue
 * of that hour, whenever it is requested, as a cancellation does.
 */
function countedTotals(order: OrderRecord | null): OrderTotals {
  if (order === null || !isCounted(order)) return { orders: 0, revenuePaise: 0 }
  const refundedPaise = order.payment.paidPaise - netPaid(order)
  return { orders: 1, revenuePaise: order.totalPaise - refundedPaise }
}

/** How the totals change with the order. `before` is null for a new order, `after` for a removed one. */
export function totalsChange(before: OrderRecord | null, after: OrderRecord | null): OrderTotals {
  const old = countedTotals(before)
  const { orders, revenuePaise } = countedTotals(after)
  return { orders: orders - old.orders, revenuePaise: revenuePaise - old.revenuePaise }
}
