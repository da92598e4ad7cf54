import { formatRupees, type Paise, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import { REFUND_WITHOUT_SIGN_IN_MAX_RUPEES } from '@nashta/contracts/orders/desk/order-calls'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { RefundResult } from '../../payments/payments.ts'
import { illegalTransition, unchanged, withTimeline } from '../order/order-state.ts'
import type {
  OrderEffect,
  OrderRecord,
  OrderTransition,
  OrderWithEffects,
  RefundedItem,
  RefundRecord,
} from '../order/purchase-store.ts'
import {
  findLine,
  isRefundedByHand,
  isRetried,
  netPaid,
  owedUnits,
  retryKey,
  unitsLeft,
} from '../order/refunded.ts'

/** The state of a refund after each kind of result. */
const STATE_AFTER = { pending: 'sent', done: 'done', refused: 'failed' } as const
/** The timeline entry after each kind of result. */
const ENTRY_AFTER = { pending: 'refundSent', done: 'refundDone', refused: 'refundFailed' } as const

const OVERDUE = 'The payment provider has not finished this refund for three days. Look in its dashboard.'

/** A result after which the refund has another state. */
type FinalResult = Exclude<RefundResult, { kind: 'delayed' }>
/** A result of an operator's own payment. */
export type ResultByHand = Exclude<FinalResult, { kind: 'pending' }>

/** No client can send this key, because the keys of clients begin with `key:`. */
const CANCEL_KEY = 'cancel'

/**
 * Whether an operator's change of an order, for example a cancellation, adds a refund that needs a
 * fresh sign-in. Refunds that failed do not count.
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

type UnexpectedMoney = { transactionId: string; amountPaise: Paise; reason: string }

/**
 * Requests the refund of money that the order does not wait for. The stored fields call the money
 * late, even if only its amount is wrong.
 */
export function refundUnexpected(
  order: OrderRecord,
  { transactionId, amountPaise, reason }: UnexpectedMoney,
  at: Date,
): OrderWithEffects {
  const withEntry = withTimeline(order, at, 'latePayment', { amountPaise })
  const late = { key: `late:${transactionId}`, reason, amountPaise, transactionId, isLate: true }
  const after = addRefund(withEntry, late, at)
  return { order: after, effects: [mailAboutLastRefund(after)] }
}

/** Applies the outcome of a refund. A refund that is done or failed does not change any more. */
export function settleRefund(
  order: OrderRecord,
  { refundId, result }: { refundId: string; result: RefundResult },
  at: Date,
): OrderTransition {
  const refund = order.refunds.find((each) => each.refundId === refundId)
  if (!refund || refund.state === 'done' || refund.state === 'failed') return unchanged(order)
  if (result.kind === 'delayed') return withProblem(order, refund, result.message, at)
  if (result.kind === 'pending' && refund.state === 'sent') return unchanged(order)
  return applyResult(order, refund, result, at)
}

/** Makes a refund that is open for too long a problem at the desk. */
export function markOverdue(order: OrderRecord, refundId: string, at: Date): OrderTransition {
  const refund = order.refunds.find((each) => each.refundId === refundId)
  const isOpenRefund = refund?.state === 'requested' || refund?.state === 'sent'
  return refund && isOpenRefund ? withProblem(order, refund, OVERDUE, at) : unchanged(order)
}

/** The shopper gets no mail, because the shopper can do nothing about the problem. */
function withProblem(order: OrderRecord, refund: RefundRecord, problem: string, at: Date): OrderTransition {
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

/**
 * Applies what an operator did: paid the refund, or marked it as failed. Throws while the provider
 * may still send the money.
 */
export function settleRefundByHand(
  order: OrderRecord,
  { refundId, result }: { refundId: string; result: ResultByHand },
  at: Date,
): OrderTransition {
  const refund = findRefund(order, refundId)
  const { state, byHand } = refund
  const isRepeated = state === STATE_AFTER[result.kind]
  if (isRepeated) return unchanged(order)
  if (state === 'done') throw illegalTransition('This refund is done')
  if (state === 'failed') {
    if (isRetried(order, refundId)) throw illegalTransition('This refund was tried again')
    assertAllLeft(order, refund)
  } else if (!byHand) {
    throw illegalTransition('The payment provider still has this refund')
  }
  // A refund that the provider refused, and that the operator paid, is by hand from now on.
  return applyResult(order, { ...refund, byHand: true }, result, at)
}

/**
 * Adds a new refund in place of one that the provider refused. The new refund has another id, which
 * the provider does not know.
 */
export function retryRefund(order: OrderRecord, refundId: string, at: Date): OrderTransition {
  const refund = findRefund(order, refundId)
  if (isRetried(order, refundId)) return unchanged(order)
  const { state, byHand, isLate, items, reason, amountPaise, transactionId } = refund
  if (byHand || state !== 'failed')
    throw illegalTransition('Only a refund that the payment provider refused can be tried again')
  assertAllLeft(order, refund)
  const again = {
    key: retryKey(refundId),
    reason,
    amountPaise,
    transactionId,
    isLate,
    ...(items && { items }),
  }
  const after = addRefund(order, again, at)
  return { order: after, effects: [mailAboutLastRefund(after)] }
}

/** Throws unless other refunds have left the whole money and all units of a failed refund. */
function assertAllLeft(order: OrderRecord, { isLate, items, amountPaise }: RefundRecord) {
  const rest = netPaid(order)
  if (!isLate && amountPaise > rest) throw tooMuch(rest)
  const isReplaced = items?.some(({ productId, quantity }) => quantity > owedUnits(order, productId))
  if (isReplaced) throw illegalTransition('Other refunds have returned these units')
}

function findRefund({ refunds }: OrderRecord, refundId: string): RefundRecord {
  const refund = refunds.find((each) => each.refundId === refundId)
  if (!refund) throw new ServiceError('REFUND_NOT_FOUND', 'There is no such refund')
  return refund
}

/** Stores the result in the refund. The shopper gets a mail when the refund is done or refused. */
export function applyResult(
  order: OrderRecord,
  { problem: _problem, ...refund }: RefundRecord,
  result: FinalResult,
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
  Partial<Pick<RefundRecord, 'items' | 'goods' | 'endsOrder' | 'transactionId' | 'isLate'>>

export function addRefund(order: OrderRecord, fields: NewRefund, at: Date): OrderRecord {
  const time = at.toISOString()
  const refund: RefundRecord = {
    refundId: `R${order.refunds.length + 1}`,
    state: 'requested',
    transactionId: order.transactionId,
    byHand: isRefundedByHand(order),
    isLate: false,
    reference: '',
    requestedAt: time,
    updatedAt: time,
    ...fields,
  }
  const { amountPaise, reason } = fields
  const withEntry = withTimeline(order, at, 'refundRequested', { amountPaise, note: reason })
  return { ...withEntry, refunds: [...order.refunds, refund] }
}

/** The mail about the refund that was added last. */
export function mailAboutLastRefund({ refunds }: OrderRecord): OrderEffect {
  return { kind: 'queueMail', mail: 'refund-started', refundId: refunds.at(-1)?.refundId ?? '' }
}

/** Throws when an item has more units than can still be refunded. */
export function assertUnitsLeft(order: OrderRecord, items: readonly RefundedItem[]) {
  for (const { productId, quantity } of items) {
    const left = unitsLeft(order, productId)
    if (quantity > left) {
      const name = findLine(order, productId)?.name ?? productId
      throw new ServiceError('REFUND_TOO_MUCH', `Of ${name}, ${left} can still be refunded`)
    }
  }
}

export function tooMuch(rest: Paise) {
  const message = rest > 0 ? `At most ${formatRupees(rest)} can be refunded` : 'Nothing is left to refund'
  return new ServiceError('REFUND_TOO_MUCH', message, { details: { refundable: paiseToRupees(rest) } })
}
