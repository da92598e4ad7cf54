import { IF_YOU_HAVE_PAID, PAYMENT_NOT_FOUND, REST_NOT_FOUND } from '@nashta/contracts/orders/order-texts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { activePayment, soughtPayments, withFurther, withoutSearch } from '../../order/further-payments.ts'
import {
  endedPayment,
  illegalTransition,
  orderNotFound,
  unchanged,
  withTimeline,
} from '../../order/order-state.ts'
import type { FurtherPayment, PaymentRecord } from '../../order/payment-record.ts'
import { isUnsettled, isVisible } from '../../order/phase.ts'
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
  const [sought] = soughtPayments(order)
  if (sought) return closeSearch(order, sought, at)
  if (order.payment.state !== 'claimed') {
    const wasClosed = order.timeline.some(({ kind }) => kind === 'paymentNotFound')
    if (wasClosed && !isUnsettled(order)) return unchanged(order)
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
  const waiting: FurtherPayment = { ...payment, state: 'waiting', refusal: REST_NOT_FOUND }
  return { order: withNotFound(withFurther(order, waiting), rest, at), effects: [] }
}

/** The order stays as it is. Its shopper has been told that the shop still looks, and gets a mail. */
function closeSearch(order: OrderRecord, sought: FurtherPayment, at: Date): OrderTransition {
  const { paymentId } = sought
  return {
    order: withNotFound(withFurther(order, withoutSearch(sought)), sought, at),
    effects: [{ kind: 'queueMail', mail: 'payment-not-found', paymentId }],
  }
}

function withNotFound(order: OrderRecord, { amountPaise }: FurtherPayment, at: Date): OrderRecord {
  return withTimeline(order, at, 'paymentNotFound', { amountPaise })
}
