import { asPaise, type Paise } from '@nashta/contracts/money'
import type { ForeignRefund, EventOrigin } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import {
  findFurther,
  leftOfTransaction,
  partOfTransaction,
  type RefundPart,
} from '../../order/further-payments.ts'
import { endedPayment, hasRecordedMoney, unchanged, withTimeline } from '../../order/order-state.ts'
import { isRefundedByHand } from '../../order/payment-record.ts'
import { isInShop, isWaiting } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition, RefundRecord } from '../../order/purchase-store.ts'
import { netPaid } from '../../order/refunded.ts'
import { receiveMoney } from '../payment/approved.ts'
import { settleAsCancelled } from '../rules/cancel.ts'
import { addRefund, applyResult, withRefund } from '../rules/refunds.ts'
import { settleRefund } from './refund-settled.ts'

const FOREIGN_REASON = "Refunded in the payment provider's dashboard"

/** Records a refund that an operator made in the provider's dashboard. */
export function recordForeignRefund(
  order: OrderRecord,
  refund: ForeignRefund & EventOrigin,
  time: ShopTime,
): OrderTransition {
  const { transactionId, refundReference, payment, result } = refund
  const known = order.refunds.find(({ reference }) => reference === refundReference)
  if (known) return settleRefund(order, { kind: 'refundSettled', refundId: known.refundId, result }, time)
  if (result.kind === 'refused') return unchanged(order)
  if (hasRecordedMoney(order, transactionId)) return addForeignRefund(order, refund, time.at)
  if (!payment) return unchanged(order)
  // The message about the payment was lost, or comes later. An order whose money is all back is not
  // confirmed: it ends, and its payment counts as late money.
  const isAllBack = isWaiting(order) && refund.amountPaise >= payment.amountPaise
  const ended = isAllBack ? endRefunded(order, time.at) : unchanged(order)
  const paid = receiveMoney(ended.order ?? order, payment, time)
  const refunded = addForeignRefund(paid.order ?? order, refund, time.at)
  return { order: refunded.order, effects: [...ended.effects, ...paid.effects, ...refunded.effects] }
}

function endRefunded(order: OrderRecord, at: Date): OrderTransition {
  const unpaid = { ...order, refusal: '', payment: endedPayment(order.payment, at) }
  return settleAsCancelled(withTimeline(unpaid, at, 'cancelled', { note: FOREIGN_REASON }))
}

/**
 * If the shop is about to send the same amount of the same payment, it is that refund. Otherwise
 * refunds that are about to be sent become smaller where the money would not suffice for all.
 */
export function addForeignRefund(
  order: OrderRecord,
  { transactionId, amountPaise, refundReference, result }: ForeignRefund,
  at: Date,
): OrderTransition {
  if (result.kind === 'refused') return unchanged(order)
  const isUnsent = (refund: RefundRecord) =>
    refund.state === 'requested' && !refund.byHand && refund.transactionId === transactionId
  const same = order.refunds.find((refund) => isUnsent(refund) && refund.amountPaise === amountPaise)
  if (same) return applyResult(order, same, result, at)

  const taken = partOfTransaction(order, transactionId, amountPaise)
  const isLate = taken === undefined
  const isRest = !isLate && amountPaise >= netPaid(order)
  // An order whose money is all back is not packed.
  const endsOrder = isRest && isInShop(order)
  const added = addRefund(
    order,
    {
      key: `foreign:${refundReference}`,
      reason: FOREIGN_REASON,
      amountPaise,
      isLate,
      // A refund in the dashboard does not say for which units it is.
      ...(!isRest && { items: [] }),
      ...(endsOrder && { endsOrder }),
    },
    at,
    [taken ?? latePart(order, transactionId, amountPaise)],
  )
  // A refund of late money returns all of it, so it shrinks by each other refund of that money.
  const excess = isLate ? amountPaise : Math.max(0, 0 - leftOfTransaction(added, transactionId))
  const shrunk = shrinkRefunds(added, added.refunds.filter(isUnsent).slice(0, -1), excess, at)
  const refund = shrunk.refunds.at(-1)
  if (!refund) return unchanged(order)
  const applied = applyResult(shrunk, refund, result, at)
  if (!endsOrder) return applied
  const cancelled = settleAsCancelled(withTimeline(applied.order, at, 'cancelled', { note: FOREIGN_REASON }))
  return { order: cancelled.order, effects: [...applied.effects, ...cancelled.effects] }
}

/** Late money that goes back. The refund that the shop has requested of it says of which payment it is. */
function latePart(order: OrderRecord, transactionId: string, amountPaise: Paise): RefundPart {
  const { paymentId } = order.refunds.find((refund) => refund.transactionId === transactionId) ?? {}
  const byHand = isRefundedByHand(findFurther(order, paymentId) ?? order.payment)
  return { ...(paymentId !== undefined && { paymentId }), transactionId, byHand, amountPaise }
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
