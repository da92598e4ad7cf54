import { IF_YOU_HAVE_PAID, PAYMENT_NOT_FOUND } from '@nashta/contracts/orders/order-texts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { activePayment, withFurther } from '../../order/further-payments.ts'
import {
  endedPayment,
  illegalTransition,
  orderNotFound,
  unchanged,
  withTimeline,
} from '../../order/order-state.ts'
import type { FurtherPayment, PaymentRecord } from '../../order/payment-record.ts'
import { isOver, isUnsettled, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { settleAsCancelled } from '../rules/cancel.ts'

const NO_CLAIM = 'The shopper does not say that this order is paid'

/** An operator has looked for a claimed payment and has not found it. */
type ClaimClosed = { kind: 'claimClosed' }

/** Ends a claim whose payment the operator has not found, and the order if it still waits. */
export function closeClaim(order: OrderRecord, _event: ClaimClosed, { at }: ShopTime): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const rest = activePayment(order)
  if (rest?.state === 'claimed') return closeRestClaim(order, rest, at)
  if (order.payment.state !== 'claimed') {
    const wasClosed = order.timeline.some(({ kind }) => kind === 'paymentNotFound')
    if (wasClosed && isOver(order)) return unchanged(order)
    throw illegalTransition(NO_CLAIM)
  }
  const unpaid: PaymentRecord = { ...endedPayment(order.payment, at), state: 'unpaid' }
  const refusal = `${PAYMENT_NOT_FOUND} ${IF_YOU_HAVE_PAID}`
  const closed = withTimeline({ ...order, refusal, payment: unpaid }, at, 'paymentNotFound')
  if (isUnsettled(order)) return settleAsCancelled(closed, { mail: 'payment-not-found', because: 'unpaid' })
  return { order: closed, effects: [{ kind: 'queueMail', mail: 'payment-not-found' }] }
}

/** The rest is owed as before, until its time is over. */
function closeRestClaim(order: OrderRecord, rest: FurtherPayment, at: Date): OrderTransition {
  const { claimedReference: _reference, ...payment } = rest
  const waiting: FurtherPayment = { ...payment, state: 'waiting', refusal: PAYMENT_NOT_FOUND }
  return { order: withTimeline(withFurther(order, waiting), at, 'paymentNotFound'), effects: [] }
}
