import { asPaise, type Paise } from '@nashta/contracts/money'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { type FurtherPayment, isRefundedByHand } from './payment-record.ts'
import { isOver, phaseOf } from './phase.ts'
import type { OrderContent, OrderRecord, RefundRecord } from './purchase-store.ts'
import { isRetried } from './refunded.ts'

/** A paid order costs this much more since it was edited, and the shopper has not paid it yet. */
export function owedPaise(order: OrderRecord): Paise {
  return order.edits?.owed && !isOver(order) ? missingPaise(order) : asPaise(0)
}

/** What a paid order costs more than was paid for it. */
export function missingPaise({ payment, totalPaise }: OrderRecord): Paise {
  return asPaise(payment.state === 'paid' ? Math.max(0, totalPaise - payment.paidPaise) : 0)
}

/** Whether an order that is to be packed waits for the rest of its money, and what its shopper says of it. */
export function restState(order: OrderRecord): 'owed' | 'claimed' | null {
  if (phaseOf(order).name !== 'toPack' || owedPaise(order) === 0) return null
  return activePayment(order)?.state === 'claimed' ? 'claimed' : 'owed'
}

/** The content to which an unpaid edit goes back; undefined if nothing is owed, or after an erasure. */
export function contentBefore({ edits }: OrderRecord): OrderContent | undefined {
  if (!edits?.owed) return undefined
  if (edits.owed.before) return edits.owed.before
  if (!edits.agreed) return undefined
  const { refundsBefore: _refunds, ...content } = edits.agreed
  return content
}

export function furtherPayments({ payment }: Pick<OrderRecord, 'payment'>): readonly FurtherPayment[] {
  return payment.further ?? []
}

export function findFurther(order: OrderRecord, paymentId: string | undefined): FurtherPayment | undefined {
  return furtherPayments(order).find((each) => each.paymentId === paymentId)
}

/** The further payment whose outcome is awaited. There is at most one. */
export function activePayment(order: OrderRecord): FurtherPayment | undefined {
  return furtherPayments(order).find(
    ({ state }) => state === 'checking' || state === 'waiting' || state === 'claimed',
  )
}

/** The claimed payments whose time is over, oldest first. An operator has to decide about each. */
export function soughtPayments(order: OrderRecord): FurtherPayment[] {
  return furtherPayments(order).filter(({ isSought }) => isSought)
}

/** The payment without the mark that an operator has to look for its money. */
export function withoutSearch({ isSought: _sought, ...payment }: FurtherPayment): FurtherPayment {
  return payment
}

export function withFurther(order: OrderRecord, changed: FurtherPayment): OrderRecord {
  const further = furtherPayments(order).map((each) =>
    each.paymentId === changed.paymentId ? changed : each,
  )
  return { ...order, payment: { ...order.payment, further } }
}

/** A payment that has taken money of the order. */
type TakenPayment = {
  /** Absent for the order's first payment. */
  paymentId?: string
  transactionId: string
  takenPaise: Paise
  byHand: boolean
}

/** The payments that have taken money of the order, oldest first, each with what it took in all. */
export function takenPayments(order: OrderRecord): TakenPayment[] {
  const { payment, transactionId, edits } = order
  const paid = furtherPayments(order).filter(({ state }) => state === 'paid')
  const furtherPaise = sumOf(paid.map(({ amountPaise }) => amountPaise))
  // An edit that has made the order cheaper has lowered `paidPaise` by what goes back.
  const backPaise = sumOf((edits?.list ?? []).map((edit) => edit.backPaise ?? 0))
  const first = {
    transactionId,
    takenPaise: asPaise(payment.paidPaise + backPaise - furtherPaise),
    byHand: isRefundedByHand(payment),
  }
  return [
    first,
    ...paid.map(({ paymentId, amountPaise: takenPaise, ...each }) => ({
      paymentId,
      transactionId: each.transactionId ?? '',
      takenPaise,
      byHand: isRefundedByHand(each),
    })),
  ]
}

/** Whether the money of this transaction pays the order. */
export function isPaymentOf(order: OrderRecord, transactionId: string) {
  return takenPayments(order).some((taken) => taken.transactionId === transactionId)
}

export type RefundPart = Pick<TakenPayment, 'paymentId' | 'transactionId' | 'byHand'> & { amountPaise: Paise }

/**
 * Divides a refund over the payments of the order. The oldest payment that has the whole amount left gives it. If none
 * has, each gives what it has left, oldest first, and the last one gives the remainder. A single payment gives
 * everything.
 */
export function divideRefund(order: OrderRecord, amountPaise: Paise): RefundPart[] {
  const taken = takenPayments(order)
  const left = taken.map((payment) => leftOfPayment(order, payment))
  const single =
    taken.length === 1 ? taken[0] : taken.find((_payment, index) => (left[index] ?? 0) >= amountPaise)
  if (single) return [partOf(single, amountPaise)]
  let rest: number = amountPaise
  return taken.flatMap((payment, index) => {
    const isLast = index === taken.length - 1
    const paise = isLast ? rest : Math.min(rest, Math.max(0, left[index] ?? 0))
    rest -= paise
    return paise > 0 ? [partOf(payment, asPaise(paise))] : []
  })
}

/**
 * What a payment has taken and not given back. The money of a failed late refund is not left: its retry must give it
 * back from the same payment. Other failed refunds are divided anew.
 */
function leftOfPayment(order: OrderRecord, { transactionId, takenPaise }: TakenPayment): number {
  const isReserved = ({ isLate, byHand, refundId }: RefundRecord) =>
    isLate && !byHand && !isRetried(order, refundId)
  const gone = order.refunds.filter(
    (refund) => refund.transactionId === transactionId && (refund.state !== 'failed' || isReserved(refund)),
  )
  return takenPaise - sumOf(gone.map(({ amountPaise }) => amountPaise))
}

/** What a payment of the order has taken and not given back. It is negative if too much goes back. */
export function leftOfTransaction(order: OrderRecord, transactionId: string): number {
  const taken = takenPayments(order).find((each) => each.transactionId === transactionId)
  return taken ? leftOfPayment(order, taken) : 0
}

/** A refund of the money of this transaction; undefined if it has not paid the order. */
export function partOfTransaction(
  order: OrderRecord,
  transactionId: string,
  amountPaise: Paise,
): RefundPart | undefined {
  const taken = takenPayments(order).find((each) => each.transactionId === transactionId)
  return taken && partOf(taken, amountPaise)
}

function partOf({ paymentId, transactionId, byHand }: TakenPayment, amountPaise: Paise): RefundPart {
  return { ...(paymentId !== undefined && { paymentId }), transactionId, byHand, amountPaise }
}
