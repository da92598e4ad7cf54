import { type Paise, formatRupees } from '@nashta/contracts/money'
import { NOT_WAITING_FOR_PAYMENT, SEEN_PAYMENT_REQUIRED } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import { illegalTransition } from '../../order/order-state.ts'
import { isSeenByHand } from '../../order/payment-record.ts'
import type { OrderEffect, OrderRecord } from '../../order/purchase-store.ts'

/** A payment that an operator has seen on the shop's account. */
export type SeenPayment = {
  amountPaise: Paise
  /** The bank's number of the payment; null when the account shows none. */
  reference: string | null
}

const PAYMENT_GOES_BACK = 'This payment is recorded already, and goes back'

export function assertSeenByHand({ payment }: OrderRecord) {
  if (!isSeenByHand(payment)) throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
}

/** What a seen payment brings that pays the whole order. Throws if it does not, or goes back. */
export function wholePayment(order: OrderRecord, seen: SeenPayment | null) {
  const payment = assertWholeAmount(order, seen)
  const transactionId = transactionIdOf(order, payment)
  assertNotGoingBack(order, transactionId)
  return { transactionId, amountPaise: payment.amountPaise, effects: referenceEffects(payment) }
}

function assertWholeAmount({ totalPaise }: OrderRecord, seen: SeenPayment | null): SeenPayment {
  if (seen === null) throw new ServiceError('VALIDATION_FAILED', SEEN_PAYMENT_REQUIRED)
  if (seen.amountPaise !== totalPaise) {
    const [total, amount] = [formatRupees(totalPaise), formatRupees(seen.amountPaise)]
    const message = `The order costs ${total}, not ${amount}. Record the payment of ${amount}, and send it back.`
    throw new ServiceError('AMOUNT_DIFFERS', message)
  }
  return seen
}

function assertNotGoingBack({ refunds }: OrderRecord, transactionId: string) {
  const goesBack = refunds.some((refund) => refund.transactionId === transactionId)
  if (goesBack) throw illegalTransition(PAYMENT_GOES_BACK)
}

/** Whether the seen payment is the one that has paid the order. */
export function isPaidBy(order: OrderRecord, seen: SeenPayment | null) {
  return seen !== null && order.transactionId === transactionIdOf(order, seen)
}

export function transactionIdOf({ purchaseId }: OrderRecord, { reference }: SeenPayment) {
  return `upi_${reference ?? purchaseId}`
}

/** The effect that binds the bank's number of the payment to this order. */
export function referenceEffects({ reference }: SeenPayment): OrderEffect[] {
  return reference === null ? [] : [{ kind: 'useReference', reference }]
}
