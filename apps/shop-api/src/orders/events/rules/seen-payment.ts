import { type Paise, formatRupees } from '@nashta/contracts/money'
import { NOT_WAITING_FOR_PAYMENT, SEEN_PAYMENT_REQUIRED } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import { paymentKey } from '../../../payments/payment-key.ts'
import { hasRecordedMoney, illegalTransition } from '../../order/order-state.ts'
import { type FurtherPayment, isSeenByHand } from '../../order/payment-record.ts'
import type { OrderEffect, OrderRecord } from '../../order/purchase-store.ts'

/** A payment that an operator has seen on the shop's account. */
export type SeenPayment = {
  amountPaise: Paise
  /** The bank's number of the payment; null when the account shows none. */
  reference: string | null
}

const PAYMENT_IS_RECORDED = 'This payment is recorded already'
const PAYMENT_GOES_BACK = 'This payment is recorded already, and goes back'

/** Throws unless a payment of the order goes to the shop's own account. */
export function assertSeenByHand({ payment }: OrderRecord) {
  if (![payment, ...(payment.further ?? [])].some(isSeenByHand))
    throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
}

/** What a seen payment brings that pays the whole order. Throws if it does not, or goes back. */
export function wholePayment(
  order: OrderRecord,
  seen: SeenPayment | null,
  rest?: Pick<FurtherPayment, 'paymentId' | 'amountPaise'>,
) {
  const payment = assertWholeAmount(order, seen, rest?.amountPaise)
  const transactionId = transactionIdOf(order, payment, rest?.paymentId)
  if (rest && hasRecordedMoney(order, transactionId)) throw illegalTransition(PAYMENT_IS_RECORDED)
  assertNotGoingBack(order, transactionId)
  return { transactionId, amountPaise: payment.amountPaise, effects: referenceEffects(payment) }
}

function assertWholeAmount(
  { totalPaise }: OrderRecord,
  seen: SeenPayment | null,
  restPaise: Paise = totalPaise,
): SeenPayment {
  if (seen === null) throw new ServiceError('VALIDATION_FAILED', SEEN_PAYMENT_REQUIRED)
  if (seen.amountPaise !== restPaise) {
    const [wanted, amount] = [formatRupees(restPaise), formatRupees(seen.amountPaise)]
    const sum = restPaise === totalPaise ? `The order costs ${wanted}` : `${wanted} is owed`
    const message = `${sum}, not ${amount}. Record the payment of ${amount}, and send it back.`
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

/** `paymentId` is that of a further payment of the order. */
export function transactionIdOf({ purchaseId }: OrderRecord, { reference }: SeenPayment, paymentId?: string) {
  return `upi_${reference ?? paymentKey(purchaseId, paymentId)}`
}

/** The effect that binds the bank's number of the payment to this order. */
export function referenceEffects({ reference }: SeenPayment): OrderEffect[] {
  return reference === null ? [] : [{ kind: 'useReference', reference }]
}
