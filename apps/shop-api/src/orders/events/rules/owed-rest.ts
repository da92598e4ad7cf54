import { formatRupees } from '@nashta/contracts/money'
import { furtherPayments, owedPaise } from '../../order/further-payments.ts'
import { illegalTransition, LATE_MONEY_MS } from '../../order/order-state.ts'
import type { FurtherPayment } from '../../order/payment-record.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** Throws while a part of the order's price is not paid. */
export function assertNothingOwed(order: OrderRecord) {
  const paise = owedPaise(order)
  if (paise > 0)
    throw illegalTransition(`${formatRupees(paise)} is owed: wait for the payment, or take the change back`)
}

/**
 * Runs after every event. If the event has paid the rest of the price, has undone the edit or has ended the order,
 * removes `owed` and ends the payments that were begun for it.
 */
export function withRestEnded(before: OrderRecord, settled: OrderTransition, at: Date): OrderTransition {
  const { order: after } = settled
  if (!after || after === before || !after.edits?.owed || owedPaise(after) > 0) return settled
  const { owed: _owed, ...edits } = after.edits
  return { ...settled, order: withAttemptsEnded({ ...after, edits }, at) }
}

/** Ends the payments whose outcome is awaited. Their money may still come, and then goes back. */
export function withAttemptsEnded(order: OrderRecord, at: Date): OrderRecord {
  if (furtherPayments(order).every(({ state }) => state === 'paid' || state === 'unpaid')) return order
  const further = furtherPayments(order).map((each) => endedAttempt(each, at))
  return { ...order, payment: { ...order.payment, further } }
}

function endedAttempt(payment: FurtherPayment, at: Date): FurtherPayment {
  if (payment.state === 'paid' || payment.state === 'unpaid') return payment
  const { form, upiUri: _upiUri, ...rest } = payment
  // The provider's page may still be open in the shopper's browser, and an unknown outcome may become known.
  const isWatched = form !== undefined || payment.state === 'checking'
  const watchedUntil = new Date(at.getTime() + LATE_MONEY_MS).toISOString()
  return {
    ...rest,
    state: 'unpaid',
    ...(isWatched && { watchedUntil }),
    // Only a person sees whether the claimed money is on the shop's own account.
    ...(payment.state === 'claimed' && { isSought: true as const }),
  }
}
