import { asPaise } from '@nashta/contracts/money'
import type { ForeignRefund } from '../../payments/payments.ts'
import { hasRecordedMoney, unchanged, withTimeline } from '../order/order-state.ts'
import { isInShop } from '../order/phase.ts'
import type { OrderRecord, OrderTransition, RefundRecord } from '../order/purchase-store.ts'
import { netPaid } from '../order/refunded.ts'
import { settleAsCancelled } from './cancel-order.ts'
import { addRefund, applyResult, settleRefund, withRefund } from './refunds.ts'

const FOREIGN_REASON = "Refunded in the payment provider's dashboard"

/**
 * Records a refund that an operator made in the provider's dashboard. If the shop is about to send the
 * same amount of the same payment, it is that refund. Otherwise refunds that are about to be sent
 * become smaller where the money would not suffice for all.
 */
export function recordForeignRefund(
  order: OrderRecord,
  { transactionId, amountPaise, refundReference, result }: ForeignRefund,
  at: Date,
): OrderTransition {
  const known = order.refunds.find(({ reference }) => reference === refundReference)
  if (known) return settleRefund(order, { refundId: known.refundId, result }, at)
  if (result.kind === 'refused' || !hasRecordedMoney(order, transactionId)) return unchanged(order)
  const isUnsent = (refund: RefundRecord) =>
    refund.state === 'requested' && !refund.byHand && refund.transactionId === transactionId
  const same = order.refunds.find((refund) => isUnsent(refund) && refund.amountPaise === amountPaise)
  if (same) return applyResult(order, same, result, at)

  const isLate = transactionId !== order.transactionId
  const isRest = !isLate && amountPaise >= netPaid(order)
  // An order whose money is all back is not packed.
  const endsOrder = isRest && isInShop(order)
  const added = addRefund(
    order,
    {
      key: `foreign:${refundReference}`,
      reason: FOREIGN_REASON,
      amountPaise,
      transactionId,
      isLate,
      // A refund in the dashboard does not say for which units it is.
      ...(!isRest && { items: [] }),
      ...(endsOrder && { endsOrder }),
    },
    at,
  )
  // A refund of late money returns all of it, so it shrinks by each other refund of that money.
  const excess = isLate ? amountPaise : Math.max(0, 0 - netPaid(added))
  const shrunk = shrinkRefunds(added, added.refunds.filter(isUnsent).slice(0, -1), excess, at)
  const refund = shrunk.refunds.at(-1)
  if (!refund) return unchanged(order)
  const applied = applyResult(shrunk, refund, result, at)
  if (!endsOrder) return applied
  const cancelled = settleAsCancelled(withTimeline(applied.order, at, 'cancelled', { note: FOREIGN_REASON }))
  return { order: cancelled.order, effects: [...applied.effects, ...cancelled.effects] }
}

/**
 * Takes `excess` from the refunds. One of which nothing is left is over, without a mail: the
 * shopper gets the mail about the other refund.
 */
function shrinkRefunds(
  order: OrderRecord,
  refunds: readonly RefundRecord[],
  excess: number,
  at: Date,
): OrderRecord {
  const updatedAt = at.toISOString()
  let left = excess
  return refunds.reduce((shrunk, refund) => {
    const taken = Math.min(left, refund.amountPaise)
    if (taken === 0) return shrunk
    left -= taken
    const amountPaise = asPaise(refund.amountPaise - taken)
    if (amountPaise > 0) return withRefund(shrunk, { ...refund, amountPaise, updatedAt })
    // A refund by hand that has failed counts as given up, and is no problem at the desk.
    return withRefund(shrunk, { ...refund, state: 'failed', byHand: true, updatedAt })
  }, order)
}
