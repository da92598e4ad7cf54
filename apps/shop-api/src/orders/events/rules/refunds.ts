import { type Paise, formatRupees, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import { REFUND_WITHOUT_SIGN_IN_MAX_RUPEES } from '@nashta/contracts/orders/desk/order-calls'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { RefundResult } from '../../../payments/payments.ts'
import { divideRefund, findFurther, type RefundPart } from '../../order/further-payments.ts'
import { illegalTransition, unchanged, withTimeline } from '../../order/order-state.ts'
import { isRefundedByHand } from '../../order/payment-record.ts'
import type {
  OrderEffect,
  OrderRecord,
  OrderTransition,
  OrderWithEffects,
  RefundRecord,
} from '../../order/purchase-store.ts'
import { netPaid, owedUnits } from '../../order/refunded.ts'

/** The state of a refund after each kind of result. */
export const STATE_AFTER = { pending: 'sent', done: 'done', refused: 'failed' } as const
/** The timeline entry after each kind of result. */
const ENTRY_AFTER = { pending: 'refundSent', done: 'refundDone', refused: 'refundFailed' } as const

export const LATE_REASON = 'The payment arrived when the order was already paid or over'
export const WRONG_AMOUNT_REASON = 'The amount of the payment was not the amount of the order'

/** A result after which the refund has another state. */
export type StateChangingResult = Exclude<RefundResult, { kind: 'delayed' }>

/** No client can send this key, because the keys of clients begin with `key:`. */
const CANCEL_KEY = 'cancel'
/** Begins the key of a refund that is a part of another one. */
const PART = 'part:'

/**
 * Whether an operator's change of an order, for example a cancellation, adds a refund, and all refunds of
 * the order together exceed what needs no fresh sign-in. Those that failed do not count.
 */
export function refundNeedsFreshSignIn(before: OrderRecord, after: OrderRecord): boolean {
  if (after.refunds.length === before.refunds.length) return false
  const standing = after.refunds.filter(({ state }) => state !== 'failed')
  const refundedPaise = standing.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return refundedPaise > rupeesToPaise(REFUND_WITHOUT_SIGN_IN_MAX_RUPEES)
}

/** Requests the refund of all money that is left, because the order is cancelled. */
export function refundRest(order: OrderRecord, reason: string, at: Date): OrderRecord {
  const amountPaise = netPaid(order)
  if (amountPaise <= 0) return order
  return addRefund(order, { key: CANCEL_KEY, reason, amountPaise, endsOrder: true }, at)
}

/** The id of the refund with which the order ended; undefined when no money was left. */
export function refundIdOfCancellation({ refunds }: OrderRecord): string | undefined {
  return refunds.find(({ endsOrder }) => endsOrder)?.refundId
}

type UnexpectedMoney = {
  transactionId: string
  /** Of a further payment of the order. */
  paymentId?: string | undefined
  amountPaise: Paise
  reason: string
}

/**
 * Requests the refund of money that the order does not wait for. The stored fields call the money
 * late, even if only its amount is wrong.
 */
export function refundUnexpected(
  order: OrderRecord,
  { transactionId, paymentId, amountPaise, reason }: UnexpectedMoney,
  at: Date,
): OrderWithEffects {
  const withEntry = withTimeline(order, at, 'latePayment', { amountPaise })
  const payment = findFurther(order, paymentId) ?? order.payment
  const part = {
    transactionId,
    byHand: isRefundedByHand(payment),
    amountPaise,
    ...(paymentId !== undefined && { paymentId }),
  }
  const after = addRefund(
    withEntry,
    { key: `late:${transactionId}`, reason, amountPaise, isLate: true },
    at,
    [part],
  )
  return { order: after, effects: [mailAboutLastRefund(after)] }
}

/** Stores why the provider has not paid. The shopper gets no mail, because they can do nothing about it. */
export function withProblem(
  order: OrderRecord,
  refund: RefundRecord,
  problem: string,
  at: Date,
): OrderTransition {
  if (refund.problem === problem) return unchanged(order)
  return {
    order: withRefund(order, { ...refund, problem, updatedAt: at.toISOString() }),
    effects: [],
  }
}

/** Replaces the refund with the same id. */
export function withRefund(order: OrderRecord, changed: RefundRecord): OrderRecord {
  const refunds = order.refunds.map((each) => (each.refundId === changed.refundId ? changed : each))
  return { ...order, refunds }
}

/** Throws if other refunds have returned some of the money or of the units of this failed refund. */
export function assertStillRefundable(order: OrderRecord, { isLate, items, amountPaise }: RefundRecord) {
  const rest = netPaid(order)
  if (!isLate && amountPaise > rest) throw tooMuch(rest)
  const areUnitsReturned = items?.some(({ productId, quantity }) => quantity > owedUnits(order, productId))
  if (areUnitsReturned) throw illegalTransition('Other refunds have returned these units')
}

export function findRefund({ refunds }: OrderRecord, refundId: string): RefundRecord {
  const refund = refunds.find((each) => each.refundId === refundId)
  if (!refund) throw new ServiceError('REFUND_NOT_FOUND', 'There is no such refund')
  return refund
}

/** Stores the result in the refund. The shopper gets a mail when the refund is done or refused. */
export function applyResult(
  order: OrderRecord,
  { problem: _problem, ...refund }: RefundRecord,
  result: StateChangingResult,
  at: Date,
): OrderWithEffects {
  const { refundId, amountPaise } = refund
  const changed: RefundRecord = {
    ...refund,
    state: STATE_AFTER[result.kind],
    reference: 'reference' in result ? result.reference : refund.reference,
    updatedAt: at.toISOString(),
  }
  const note = 'message' in result && result.message ? { note: result.message } : {}
  const after = withTimeline(withRefund(order, changed), at, ENTRY_AFTER[result.kind], {
    amountPaise,
    ...note,
  })
  const effects: OrderEffect[] = []
  if (result.kind === 'done') effects.push({ kind: 'queueMail', mail: 'refund-done', refundId })
  if (result.kind === 'refused') effects.push({ kind: 'queueMail', mail: 'refund-failed', refundId })
  return { order: after, effects }
}

type NewRefund = Pick<RefundRecord, 'key' | 'reason' | 'amountPaise'> &
  Partial<Pick<RefundRecord, 'items' | 'shares' | 'goods' | 'endsOrder' | 'isLate' | 'byHand' | 'partOf'>>

/**
 * Adds a refund, divided over the payments that give it back. The first record is the refund itself. Each further one is
 * a part of it, with the money of its payment and nothing else.
 */
export function addRefund(
  order: OrderRecord,
  { amountPaise, ...fields }: NewRefund,
  at: Date,
  parts: readonly RefundPart[] = divideRefund(order, amountPaise),
): OrderRecord {
  const time = at.toISOString()
  const firstId = `R${order.refunds.length + 1}`
  const { reason, isLate = false, byHand } = fields
  const added = parts.map((part, index): RefundRecord => {
    const own = index === 0 ? fields : { key: PART + firstId, reason, partOf: firstId }
    return {
      refundId: `R${order.refunds.length + index + 1}`,
      state: 'requested',
      reference: '',
      requestedAt: time,
      updatedAt: time,
      ...own,
      ...part,
      isLate,
      // The payment says whether its refund is paid by hand, unless the caller does.
      ...(byHand !== undefined && { byHand }),
    }
  })
  const withEntry = withTimeline(order, at, 'refundRequested', { amountPaise, note: reason })
  return { ...withEntry, refunds: [...order.refunds, ...added] }
}

/** The mail about the refund that was added last, with its parts. */
export function mailAboutLastRefund({ refunds }: OrderRecord): OrderEffect {
  const last = refunds.at(-1)
  const isPart = last?.key.startsWith(PART)
  return {
    kind: 'queueMail',
    mail: 'refund-started',
    refundId: (isPart ? last?.partOf : last?.refundId) ?? '',
  }
}

export function tooMuch(rest: Paise, { wasPaid = true } = {}) {
  const nothing = wasPaid ? 'Nothing is left to refund' : 'Nothing was paid for this order yet'
  const message = rest > 0 ? `At most ${formatRupees(rest)} can be refunded` : nothing
  return new ServiceError('REFUND_TOO_MUCH', message, { details: { refundable: paiseToRupees(rest) } })
}
