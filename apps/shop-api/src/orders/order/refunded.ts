import { asPaise, type Paise } from '@nashta/contracts/money'
import type { OrderLine, OrderRecord, RefundedItem, RefundRecord } from './purchase-store.ts'
import { unitsOf } from './stock.ts'

/**
 * The money that was paid for the order, minus refunds that are done or under way. Late money is
 * not in `paidPaise`, so its refunds are not subtracted.
 */
export function netPaid({ payment, refunds }: OrderRecord): Paise {
  const subtracted = refunds.filter(({ isLate, state }) => !isLate && state !== 'failed')
  const refundedPaise = subtracted.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return asPaise(payment.paidPaise - refundedPaise)
}

/**
 * Whether the provider refused the refund, and some of its money is still owed. If other refunds
 * have returned a part, a retry is refused, and an operator requests a new refund of the rest.
 */
export function isRefusedAndOwed(order: OrderRecord, refund: RefundRecord): boolean {
  const isRefused = refund.state === 'failed' && !refund.byHand
  return isRefused && !isRetried(order, refund.refundId) && isSomethingLeft(order, refund)
}

/**
 * Whether other refunds have left some money. For a refund of items, they must also have left units
 * of these products whose money is owed.
 */
function isSomethingLeft(order: OrderRecord, { isLate, items }: RefundRecord) {
  // Only this refund or its retry can return this late money.
  if (isLate) return true
  if (netPaid(order) <= 0) return false
  if (!items) return true
  return items.some(({ productId }) => owedUnits(order, productId) > 0)
}

export function isRetried({ refunds }: OrderRecord, refundId: string) {
  return refunds.some(({ key }) => key === retryKey(refundId))
}

/** No client can send such a key, because the keys of clients begin with `key:`. */
const RETRY = 'retry:'

/** The key of the refund that retries another one. */
export function retryKey(refundId: string) {
  return RETRY + refundId
}

/** The id of the refund that this one retries; null if it retries none. */
export function retriedId({ key }: RefundRecord): string | null {
  return key.startsWith(RETRY) ? key.slice(RETRY.length) : null
}

/**
 * Whether an operator must pay the order's refunds: the shopper paid in cash, or to the shop's own
 * UPI id.
 */
export function isRefundedByHand({ payment }: OrderRecord) {
  return payment.provider === undefined || payment.provider === 'upi'
}

export function priceOf(order: OrderRecord, items: readonly RefundedItem[]): Paise {
  const unitPrice = (productId: string) => findLine(order, productId)?.pricePaise ?? 0
  const prices = items.map(({ productId, quantity }) => unitPrice(productId) * quantity)
  return asPaise(prices.reduce((sum, price) => sum + price, 0))
}

/** How many ordered units of the product can still be refunded. */
export function unitsLeft(order: OrderRecord, productId: string) {
  const line = findLine(order, productId)
  return line ? line.quantity - refundedUnits(order, productId) : 0
}

/** The units that refunds have decided about, also refunds that failed. */
export function decidedUnits({ refunds }: OrderRecord, productId: string): number {
  return refunds.reduce((sum, { goods }) => sum + unitsOf(goods?.units ?? [], productId), 0)
}

/** The units that are taken off the order, but whose refund failed. */
export function owedUnits(order: OrderRecord, productId: string): number {
  return decidedUnits(order, productId) - refundedUnits(order, productId)
}

export function findLine({ lines }: OrderRecord, productId: string) {
  return lines.find((each) => each.productId === productId)
}

export function refundedUnits({ refunds }: OrderRecord, productId: string): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .flatMap(({ items = [] }) => items)
    .reduce((sum, item) => (item.productId === productId ? sum + item.quantity : sum), 0)
}

/** The units that the shopper gets or has: those ordered, without those that were refunded or cancelled. */
export function unitsThatRemain(order: OrderRecord, { productId, quantity }: OrderLine): number {
  if (order.orderStatus === 'CANCELLED') return 0
  return quantity - Math.max(decidedUnits(order, productId), refundedUnits(order, productId))
}
