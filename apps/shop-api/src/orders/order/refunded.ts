import { asPaise, type Paise } from '@nashta/contracts/money'
import { listPrice, priceOfUnits, sumOf } from '@nashta/contracts/pricing/sums'
import type { OrderLine, OrderRecord, RefundedItem, RefundRecord, RefundShare } from './purchase-store.ts'
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
function isSomethingLeft(order: OrderRecord, { isLate, items, partOf }: RefundRecord) {
  // Only this refund or its retry can return this late money.
  if (isLate) return true
  if (netPaid(order) <= 0) return false
  if (!items || partOf !== undefined) return true
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
function retriedId({ key }: RefundRecord): string | null {
  return key.startsWith(RETRY) ? key.slice(RETRY.length) : null
}

/** The amount of the whole refund that this one belongs to, over all payments. A retried refund counts once, as its retry. */
export function wholeRefund(order: OrderRecord, refund: RefundRecord): Paise {
  const whole = withPartsAndRetries(order, refund).filter(({ refundId }) => !isRetried(order, refundId))
  return asPaise(sumOf(whole.map(({ amountPaise }) => amountPaise)))
}

/** All refunds with the same original: the original first, then its parts and retries. */
export function withPartsAndRetries(order: OrderRecord, refund: RefundRecord): RefundRecord[] {
  const originalId = originalIdOf(order, refund)
  return order.refunds.filter((each) => originalIdOf(order, each) === originalId)
}

/** The id of the refund that this one is a part or a retry of, or its own. */
function originalIdOf(order: OrderRecord, refund: RefundRecord): string {
  const earlierId = refund.partOf ?? retriedId(refund)
  const earlier = order.refunds.find(({ refundId }) => refundId === earlierId)
  return earlier ? originalIdOf(order, earlier) : refund.refundId
}

/**
 * What was paid for these units. Each share is priced from what earlier refunds have left of the line, so the last unit
 * takes what rounding has left.
 */
export function sharesOf(order: OrderRecord, items: readonly RefundedItem[]): RefundShare[] {
  return items.map(({ productId, quantity }) => {
    const line = findLine(order, productId)
    return { productId, paise: line ? priceOfUnits(leftOf(order, line), quantity) : asPaise(0) }
  })
}

/** The units of a line that can still be refunded, and what was paid for them. */
export function leftOf(order: OrderRecord, line: OrderLine): { paise: Paise; units: number } {
  const { paidPaise, returnedPaise } = returnedOf(order, line)
  return {
    paise: asPaise(Math.max(0, paidPaise - returnedPaise)),
    units: unitsLeft(order, line.productId),
  }
}

/** What the line costs, and what of it has gone back. */
export function returnedOf({ refunds }: OrderRecord, line: OrderLine) {
  const standing = refunds.filter(({ state }) => state !== 'failed')
  const returnedPaise = sumOf(standing.map((refund) => shareOf(refund, line)))
  return { paidPaise: paidForLine(line), returnedPaise }
}

/**
 * What was paid for the units of the line that were handed over: the price of the line, minus the units that were left
 * out of the parcel, and minus refunds of amounts, which lower the price.
 */
export function paidForHandedOver({ refunds }: OrderRecord, line: OrderLine): Paise {
  const { productId } = line
  const deductions = refunds.map((refund) => {
    // A refund of an amount has lowered the price. A retry of it has not done so again.
    if (!refund.items) return retriedId(refund) === null ? shareOf(refund, line) : 0
    const refunded = unitsOf(refund.items, productId)
    const leftOut = refund.goods?.isLeftOut ? unitsOf(refund.goods.units, productId) : 0
    // An earlier refund, which failed, may have decided about some of the units.
    return leftOut === 0 ? 0 : priceOfUnits({ paise: shareOf(refund, line), units: refunded }, leftOut)
  })
  return asPaise(paidForLine(line) - sumOf(deductions))
}

/** What a credit note takes off the lines of a bill. A refund of an amount lowers prices, and has no units. */
export function creditedItems({ items, shares = [] }: RefundRecord) {
  if (!items) return shares.map((share) => ({ ...share, quantity: 0 }))
  return items.map(({ productId, quantity }) => {
    const paise = shares.find((share) => share.productId === productId)?.paise
    return { productId, quantity, ...(paise !== undefined && { paise }) }
  })
}

function paidForLine(line: OrderLine): Paise {
  return asPaise(listPrice(line) - (line.discountPaise ?? 0))
}

function shareOf({ shares, items = [] }: RefundRecord, { productId, pricePaise }: OrderLine): Paise {
  // A refund that is older than the offers has no shares.
  if (!shares) return asPaise(unitsOf(items, productId) * pricePaise)
  return asPaise(sumOf(shares.flatMap((share) => (share.productId === productId ? [share.paise] : []))))
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
