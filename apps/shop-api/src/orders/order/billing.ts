import { asPaise } from '@nashta/contracts/money'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { BILL_REASON, type Bill, type BillReason, type Credit, type CreditedItem } from '../../bills/bill.ts'
import { isBought, isOver } from './phase.ts'
import type { OrderRecord, RefundRecord } from './purchase-store.ts'
import { creditedItems, withPartsAndRetries } from './refunded.ts'
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
 * its money is paid back, from all payments, and a cancellation at once makes one about all that is left. An order that
 * waits for the bill of its day owes nothing before that is made.
 */
export function nextPaper(order: OrderRecord): OwedPaper | null {
  const { billing } = order.fulfilment
  if (!billing) return null
  if (billing.number === undefined) return billing.onBillOf === undefined ? { of: BILL } : null
  const isNoted = (of: string) => billing.notes.some((note) => note.of === of)
  const refund = order.refunds.find(
    (each) =>
      each.state === 'done' &&
      !isNoted(each.refundId) &&
      isAfterBill(order, each) &&
      !isOnItsWay(order, each),
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

/** Whether the refund gives back money of the bill. A part or a retry is as old as the refund it belongs to. */
function isAfterBill(order: OrderRecord, refund: RefundRecord): boolean {
  const [first = refund] = withPartsAndRetries(order, refund)
  return !refund.isLate && order.refunds.indexOf(first) >= (order.fulfilment.billing?.refundsBefore ?? 0)
}

/** Whether the provider or an operator may still pay a part of the refund, which belongs into the same note. */
function isOnItsWay(order: OrderRecord, refund: RefundRecord): boolean {
  return withPartsAndRetries(order, refund).some(({ state }) => state === 'requested' || state === 'sent')
}

/**
 * What the credit note of a refund is about: all its money that has gone back, from whichever payments, without
 * what earlier notes of it are about. There are such when a part that was refused is paid later.
 */
export function creditOf(order: OrderRecord, refund: RefundRecord, notes: readonly Bill[]): Credit {
  const parts = withPartsAndRetries(order, refund)
  const [first = refund] = parts
  const earlier = notes.filter(({ of }) => parts.some(({ refundId }) => refundId === of))
  const paid = sumOf(parts.filter(({ state }) => state === 'done').map(({ amountPaise }) => amountPaise))
  const noted = sumOf(earlier.map(({ total }) => total.grossPaise))
  const items = earlier.reduce(withoutNoted, creditedItems(first))
  return {
    ...(items.length > 0 && { items }),
    maxPaise: Math.max(0, paid - noted),
    reason: refund.reason,
  }
}

/** The units are all in the first note. */
function withoutNoted(items: CreditedItem[], { lines }: Bill): CreditedItem[] {
  return items.map(({ productId, paise = 0 }) => {
    const noted = sumOf(
      lines.filter((line) => line.productId === productId).map(({ grossPaise }) => grossPaise),
    )
    return { productId, quantity: 0, paise: asPaise(Math.max(0, paise - noted)) }
  })
}
