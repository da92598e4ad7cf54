import { isDeepStrictEqual } from 'node:util'
import { asPaise, formatRupees, type Paise, paiseToRupees } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { RefundResult } from '../../payments/payments.ts'
import { illegalTransition, returnAllStock, unchanged, withTimeline } from '../order-state.ts'
import type {
  NewOrder,
  OrderEffect,
  OrderRecord,
  OrderTransition,
  RefundedItem,
  RefundRecord,
} from '../purchase-store.ts'

export type RequestedRefund = {
  /** The same key requests a refund once. */
  key: string
  /** Names each product once. Absent for everything that is left of the order. */
  items?: readonly RefundedItem[] | undefined
  reason: string
  /** Whether the refunded goods go back into the stock. */
  returnStock: boolean
}

/** The state of a refund after each result of its provider, and the entry in the timeline. */
const STATE_AFTER = { pending: 'sent', done: 'done', refused: 'failed' } as const
const ENTRY_AFTER = { pending: 'refundSent', done: 'refundDone', refused: 'refundFailed' } as const

const LATE_REASON = 'The payment arrived when the order was already over'

/**
 * What was paid for the order, minus refunds that are done or under way. Late money is not in `paidPaise`, so its refunds
 * are not subtracted.
 */
export function netPaid({ payment, refunds }: OrderRecord): Paise {
  const subtracted = refunds.filter(({ isLate, state }) => !isLate && state !== 'failed')
  const refundedPaise = subtracted.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return asPaise(payment.paidPaise - refundedPaise)
}

/** Requests a refund for an operator. Refuses more than was paid, and more of a line than was ordered. */
export function requestRefund(order: OrderRecord, requested: RequestedRefund, at: Date): OrderTransition {
  const { key, items, reason } = requested
  const earlier = order.refunds.find((refund) => refund.key === key)
  if (earlier) {
    if (earlier.reason === reason && isDeepStrictEqual(earlier.items, items)) return unchanged(order)
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another refund')
  }
  const rest = netPaid(order)
  const amountPaise = items ? amountOf(order, items) : rest
  if (amountPaise <= 0 || amountPaise > rest) throw tooMuch(rest)
  const refunded = addRefund(order, { key, reason, amountPaise, ...(items && { items }) }, at)
  const returned = requested.returnStock ? returnSome(refunded, items) : { order: refunded, effects: [] }
  return { order: returned.order, effects: [...returned.effects, mailAboutLastRefund(refunded)] }
}

/** Requests the refund of everything that was paid, because the order is cancelled. */
export function refundRest(order: OrderRecord, reason: string, at: Date): OrderRecord {
  const amountPaise = netPaid(order)
  // The key is never that of a client, whose keys begin with `key:`.
  return amountPaise > 0 ? addRefund(order, { key: 'cancel', reason, amountPaise }, at) : order
}

/** Requests the refund of money that came for an order that is over, or of a second payment. */
export function refundLateMoney(
  order: OrderRecord,
  { transactionId, amountPaise }: { transactionId: string; amountPaise: Paise },
  at: Date,
): OrderTransition {
  const withEvent = withTimeline(order, at, 'latePayment', { amountPaise })
  const late = { key: `late:${transactionId}`, reason: LATE_REASON, amountPaise, transactionId, isLate: true }
  const after = addRefund(withEvent, late, at)
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
  if (result.kind === 'pending' && refund.state === 'sent') return unchanged(order)
  return moveRefund(order, refund, result, at)
}

/** An operator has paid the refund, or marks it as failed. Refused while a provider is still sending the money. */
export function settleRefundByHand(
  order: OrderRecord,
  { refundId, result }: { refundId: string; result: Exclude<RefundResult, { kind: 'pending' }> },
  at: Date,
): OrderTransition {
  const refund = findRefund(order, refundId)
  const { state, byHand } = refund
  const isRepeated = state === STATE_AFTER[result.kind]
  if (isRepeated) return unchanged(order)
  if (state === 'done') throw illegalTransition('This refund is done')
  if (isRetried(order, refundId)) throw illegalTransition('This refund was tried again')
  if (!byHand && state !== 'failed') throw illegalTransition('The payment provider still has this refund')
  if (state === 'failed') assertStillRefundable(order, refund)
  return moveRefund(order, { ...refund, byHand: byHand || result.kind === 'done' }, result, at)
}

/** Asks the provider once more for a refund that it refused. The new refund has an id that the provider does not know. */
export function retryRefund(order: OrderRecord, refundId: string, at: Date): OrderTransition {
  const refund = findRefund(order, refundId)
  if (isRetried(order, refundId)) return unchanged(order)
  const { state, byHand, isLate, items, reason, amountPaise, transactionId } = refund
  if (byHand || state !== 'failed')
    throw illegalTransition('Only a refund that the payment provider refused can be tried again')
  assertStillRefundable(order, refund)
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

/**
 * Whether the shop still owes the money of a refund that the payment provider refused. It does not when the refund was
 * retried, or when other refunds have returned its units or all money of the order. Other refunds never return late money.
 */
export function isRefusedAndOwed(order: OrderRecord, refund: RefundRecord): boolean {
  const { refundId, state, byHand, isLate, items } = refund
  if (state !== 'failed' || byHand || isRetried(order, refundId)) return false
  if (isLate) return true
  return netPaid(order) > 0 && (!items || items.some(({ productId }) => unitsLeft(order, productId) > 0))
}

function isRetried({ refunds }: OrderRecord, refundId: string) {
  return refunds.some(({ key }) => key === retryKey(refundId))
}

/** The key of the refund that retries another one. */
function retryKey(refundId: string) {
  return `retry:${refundId}`
}

/** Throws when other refunds have got the money or the units of a failed refund meanwhile. */
function assertStillRefundable(order: OrderRecord, { isLate, items, amountPaise }: RefundRecord) {
  const rest = netPaid(order)
  if (!isLate && amountPaise > rest) throw tooMuch(rest)
  // `amountOf` refuses units that are refunded already.
  if (items) amountOf(order, items)
}

function findRefund({ refunds }: OrderRecord, refundId: string): RefundRecord {
  const refund = refunds.find((each) => each.refundId === refundId)
  if (!refund) throw new ServiceError('REFUND_NOT_FOUND', 'There is no such refund')
  return refund
}

/** Stores the result of a refund, and mails it when it is final. */
function moveRefund(order: OrderRecord, refund: RefundRecord, result: RefundResult, at: Date) {
  const { refundId, amountPaise } = refund
  const moved: RefundRecord = {
    ...refund,
    state: STATE_AFTER[result.kind],
    reference: 'reference' in result ? result.reference : refund.reference,
    updatedAt: at.toISOString(),
  }
  const refunds = order.refunds.map((each) => (each.refundId === refundId ? moved : each))
  const note = 'message' in result && result.message ? { note: result.message } : {}
  const after = withTimeline({ ...order, refunds }, at, ENTRY_AFTER[result.kind], { amountPaise, ...note })
  const effects: OrderEffect[] = []
  if (result.kind === 'done') effects.push({ kind: 'queueMail', mail: 'refund-done', refundId })
  if (result.kind === 'refused') effects.push({ kind: 'queueMail', mail: 'refund-failed', refundId })
  return { order: after, effects }
}

/** Whether an operator must pay refunds: for cash, and for money on the shop's own UPI id. */
export function isRefundedByHand({ payment }: OrderRecord) {
  return payment.provider === undefined || payment.provider === 'upi'
}

type NewRefund = Pick<RefundRecord, 'key' | 'reason' | 'amountPaise'> &
  Partial<Pick<RefundRecord, 'items' | 'transactionId' | 'isLate'>>

function addRefund(order: OrderRecord, fields: NewRefund, at: Date): OrderRecord {
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
  const withEvent = withTimeline(order, at, 'refundRequested', { amountPaise, note: reason })
  return { ...withEvent, refunds: [...order.refunds, refund] }
}

/** The mail about the refund that was added last. */
function mailAboutLastRefund({ refunds }: OrderRecord): OrderEffect {
  return { kind: 'queueMail', mail: 'refund-started', refundId: refunds.at(-1)?.refundId ?? '' }
}

/** The price of some units of the order's lines. Refuses units that are refunded already. */
function amountOf(order: OrderRecord, items: readonly RefundedItem[]): Paise {
  const prices = items.map(({ productId, quantity }) => {
    const line = order.lines.find((each) => each.productId === productId)
    const left = unitsLeft(order, productId)
    if (!line || quantity > left) {
      const name = line?.name ?? productId
      throw new ServiceError('REFUND_TOO_MUCH', `Of ${name}, ${left} can still be refunded`)
    }
    return line.pricePaise * quantity
  })
  return asPaise(prices.reduce((sum, price) => sum + price, 0))
}

/** How many units of the product can still be refunded. */
function unitsLeft(order: OrderRecord, productId: string) {
  const line = order.lines.find((each) => each.productId === productId)
  return line ? line.quantity - refundedUnits(order, productId) : 0
}

function refundedUnits({ refunds }: OrderRecord, productId: string) {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .flatMap(({ items = [] }) => items)
    .reduce((sum, item) => (item.productId === productId ? sum + item.quantity : sum), 0)
}

/**
 * Returns the stock of the refunded items or, without `items`, of the whole order. Never returns more than the order
 * still has taken.
 */
function returnSome(order: OrderRecord, items: readonly RefundedItem[] | undefined): NewOrder {
  if (!items) return returnAllStock(order)
  const shares = order.taken.map(({ productId, quantity }) => {
    const refunded = items.find((item) => item.productId === productId)?.quantity ?? 0
    const returned = Math.min(quantity, refunded)
    return { productId, returned, left: quantity - returned }
  })
  const stock = shares.map(({ productId, returned }) => ({ productId, quantity: returned })).filter(hasUnits)
  const taken = shares.map(({ productId, left }) => ({ productId, quantity: left })).filter(hasUnits)
  return { order: { ...order, taken }, effects: stock.length > 0 ? [{ kind: 'returnStock', stock }] : [] }
}

function hasUnits({ quantity }: { quantity: number }) {
  return quantity > 0
}

function tooMuch(rest: Paise) {
  const message = rest > 0 ? `At most ${formatRupees(rest)} can be refunded` : 'Nothing is left to refund'
  return new ServiceError('REFUND_TOO_MUCH', message, { details: { refundable: paiseToRupees(rest) } })
}
