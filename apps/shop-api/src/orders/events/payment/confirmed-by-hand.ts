import type { ShopTime } from '../../../shop/shop-time.ts'
import {
  activePayment,
  furtherPayments,
  owedPaise,
  soughtPayments,
  withFurther,
  withoutSearch,
} from '../../order/further-payments.ts'
import { illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { type FurtherPayment, isSeenByHand } from '../../order/payment-record.ts'
import { isUnsettled, isVisible, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { confirmFirstCashOrder } from '../rules/confirm.ts'
import { nextPaymentId, receiveRest } from '../rules/rest-money.ts'
import {
  assertSeenByHand,
  isPaidBy,
  type SeenPayment,
  transactionIdOf,
  wholePayment,
} from '../rules/seen-payment.ts'
import { receiveMoney } from './approved.ts'

const ORDER_HAS_ENDED = 'This order has ended. Revive it, or record the payment and send it back.'
const ORDER_IS_PAID = 'This order is paid. Record a second payment, and send it back.'

/** An operator has seen the payment of a UPI order, or confirms a first cash order. */
type ConfirmedByHand = { kind: 'confirmedByHand'; seen: SeenPayment | null }

/**
 * Confirms a first cash order, or an order whose UPI payment the operator has seen. The amount must
 * be the order's total.
 */
export function confirmByHand(
  order: OrderRecord,
  { seen }: ConfirmedByHand,
  time: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (phaseOf(order).name === 'waitingForConfirmation') return confirmFirstCashOrder(order, time)
  if (owedPaise(order) > 0) return receiveRestByHand(order, seen, time)
  if (isRestPaidBy(order, seen)) return unchanged(order)
  assertSeenByHand(order)
  if (order.payment.state === 'paid' && isPaidBy(order, seen)) return unchanged(order)
  if (order.payment.state === 'paid') throw illegalTransition(ORDER_IS_PAID)
  if (!isUnsettled(order)) throw illegalTransition(ORDER_HAS_ENDED)
  const { transactionId, amountPaise, effects } = wholePayment(order, seen)
  const confirmed = receiveMoney(order, { kind: 'approved', transactionId, amountPaise }, time)
  return { ...confirmed, effects: [...confirmed.effects, ...effects] }
}

/**
 * The operator has the rest: on the shop's account, or in cash. It is the payment that the shopper has begun, if that
 * goes to the shop's own account, and otherwise one of its own.
 */
function receiveRestByHand(order: OrderRecord, seen: SeenPayment | null, { at }: ShopTime): OrderTransition {
  const amountPaise = owedPaise(order)
  const active = activePayment(order)
  const isOwn = active !== undefined && isSeenByHand(active)
  const payment: FurtherPayment = isOwn
    ? active
    : {
        paymentId: nextPaymentId(order),
        method: 'cod',
        state: 'checking',
        amountPaise,
        beganAt: at.toISOString(),
      }
  const { transactionId, effects } = wholePayment(order, seen, { ...payment, amountPaise })
  const further = isOwn ? furtherPayments(order) : [...furtherPayments(order), payment]
  const listed = { ...order, payment: { ...order.payment, further } }
  const received = receiveRest(
    withoutSearchFor(listed, seen),
    payment,
    { kind: 'approved', transactionId, amountPaise },
    { at },
  )
  return { ...received, effects: [...received.effects, ...effects] }
}

/** The payment is found: an earlier claim with its number is decided. */
function withoutSearchFor(order: OrderRecord, seen: SeenPayment | null): OrderRecord {
  const reference = seen?.reference ?? null
  const found = soughtPayments(order).find(
    ({ claimedReference }) => reference !== null && claimedReference === reference,
  )
  return found ? withFurther(order, withoutSearch(found)) : order
}

/** Whether the operator has recorded this payment of the rest already. */
function isRestPaidBy(order: OrderRecord, seen: SeenPayment | null) {
  const last = furtherPayments(order).findLast(({ state }) => state === 'paid')
  if (!seen || last?.amountPaise !== seen.amountPaise) return false
  return last.transactionId === transactionIdOf(order, seen, last.paymentId)
}
