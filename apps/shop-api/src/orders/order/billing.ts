import { BILL_REASON, type BillReason } from '../../bills/bill.ts'
import { isBought, isOver } from './phase.ts'
import type { OrderRecord, RefundRecord } from './purchase-store.ts'
import { retriedId } from './refunded.ts'
import { unitsToPack } from './to-pack.ts'

/** The bill, or a credit note for a refund or for a cancellation. */
export type OwedPaper = { of: BillReason; refund?: RefundRecord }

export const BILL = BILL_REASON
const CANCELLED: BillReason = 'cancelled'

/** From now on the order owes a bill about the goods that are in the parcel. */
export function withBillDue(order: OrderRecord, at: Date, isAskedFor = false): OrderRecord {
  // A replacement is a part of the supply that the bill of the first order is about.
  const hasNoBill = order.fulfilment.replaces !== undefined || !isBought(order)
  if (order.fulfilment.billing || hasNoBill) return order
  const units = order.lines.map((line) => ({
    productId: line.productId,
    quantity: unitsToPack(order, line),
  }))
  const billing = {
    dueAt: at.toISOString(),
    ...(isAskedFor && { isAskedFor }),
    units,
    refundsBefore: order.refunds.length,
    notes: [],
  }
  return { ...order, fulfilment: { ...order.fulfilment, billing } }
}

/**
 * The bill or credit note that is to be made next; null if none is. A refund makes a credit note once
 * its money is paid back, and a cancellation at once makes one about all that is left. An order that
 * waits for the bill of its day owes nothing before that is made.
 */
export function nextPaper(order: OrderRecord): OwedPaper | null {
  const { billing } = order.fulfilment
  if (!billing) return null
  if (billing.number === undefined) return billing.onBillOf === undefined ? { of: BILL } : null
  const isNoted = (of: string) => billing.notes.some((note) => note.of === of)
  const refund = order.refunds.find(
    (each) => each.state === 'done' && !isNoted(each.refundId) && isAfterBill(order, each),
  )
  if (refund) return { of: refund.refundId, refund }
  return isOver(order) && !isNoted(CANCELLED) ? { of: CANCELLED } : null
}

/** Whether a small order may be on the bill of its day: nobody has asked for its own one. */
export function mayShareBill({ details, fulfilment }: OrderRecord): boolean {
  const { wantsOwnBill, billing } = fulfilment
  return details.gstin === undefined && !wantsOwnBill && !billing?.isAskedFor
}

/** The order is not on the bill of its day any more, if it was. */
export function withOwnBill(order: OrderRecord): OrderRecord {
  const { billing } = order.fulfilment
  if (billing?.onBillOf === undefined) return order
  const { onBillOf: _day, ...own } = billing
  return { ...order, fulfilment: { ...order.fulfilment, billing: own } }
}

/** Whether the refund gives back money of the bill. A retried refund is as old as the one it replaces. */
function isAfterBill(order: OrderRecord, refund: RefundRecord): boolean {
  const { refunds, fulfilment } = order
  // The note of the refund that it is a part of is about all of it.
  if (refund.isLate || refund.partOf !== undefined) return false
  const retried = refunds.find(({ refundId }) => refundId === retriedId(refund))
  if (retried) return isAfterBill(order, retried)
  return refunds.indexOf(refund) >= (fulfilment.billing?.refundsBefore ?? 0)
}
