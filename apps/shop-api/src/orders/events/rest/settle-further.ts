import type {
  AttemptFailed,
  ForeignRefund,
  EventOrigin,
  PaymentOutcome,
  ReceivedMoney,
  WaitingPayment,
} from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { findFurther, furtherPayments, withFurther } from '../../order/further-payments.ts'
import { hasRecordedMoney, unchanged, withTimeline } from '../../order/order-state.ts'
import type { FurtherPayment } from '../../order/payment-record.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { addForeignRefund, recordForeignRefund } from '../refund/foreign-refund.ts'
import { closedAttempt, receiveLate, receiveRest, withoutWatch } from '../rules/rest-money.ts'

/** What may happen to a further payment. It is not about events of other kinds. */
export type FurtherEvent = (
  | ReceivedMoney
  | WaitingPayment
  | AttemptFailed
  | Extract<PaymentOutcome, { kind: 'declined' }>
  | ForeignRefund
  | { kind: 'watchEnded' }
) &
  EventOrigin

type AnyEvent = { kind: string; paymentId?: string; reference?: string }

/** The further payment that an event of a provider is about; undefined for the order's first payment. */
export function furtherOf(
  order: OrderRecord,
  { kind, paymentId, reference }: AnyEvent,
): FurtherPayment | undefined {
  if (paymentId !== undefined) return findFurther(order, paymentId)
  if (reference === undefined || kind === 'waiting') return undefined
  return furtherPayments(order).find((further) => further.reference === reference)
}

/** Applies an event to a further payment. An event that means nothing for one changes nothing. */
export function settleFurther(
  order: OrderRecord,
  payment: FurtherPayment,
  event: FurtherEvent,
  time: ShopTime,
): OrderTransition {
  const { at } = time
  switch (event.kind) {
    case 'approved':
      return receiveRest(order, payment, event, time)
    case 'waiting': {
      if (payment.state !== 'checking') return unchanged(order)
      const { reference, form, upiUri } = event
      return changed(order, {
        ...payment,
        state: 'waiting',
        ...(reference !== undefined && { reference }),
        ...(form && { form }),
        ...(upiUri !== undefined && { upiUri }),
      })
    }
    case 'attemptFailed':
      if (payment.state !== 'waiting') return unchanged(order)
      return failed(order, { ...payment, refusal: event.message }, event.message, at)
    case 'declined':
      if (payment.state === 'paid') return unchanged(order)
      return payment.state === 'unpaid'
        ? changed(order, withoutWatch(payment))
        : failed(order, { ...closedAttempt(payment), refusal: event.message }, event.message, at)
    case 'watchEnded':
      return payment.watchedUntil === undefined ? unchanged(order) : changed(order, withoutWatch(payment))
    case 'foreignRefund': {
      const { transactionId, payment: money, amountPaise, result } = event
      if (hasRecordedMoney(order, transactionId) || result.kind === 'refused' || !money)
        return recordForeignRefund(order, event, time)
      // The message about the payment was lost, or comes later. Money that is all back pays nothing.
      const isAllBack = amountPaise >= money.amountPaise
      const paid = isAllBack
        ? receiveLate(order, payment, money, at)
        : receiveRest(order, payment, money, time)
      const refunded = addForeignRefund(paid.order ?? order, event, at)
      return { order: refunded.order, effects: [...paid.effects, ...refunded.effects] }
    }
    default:
      return unchanged(order)
  }
}

function failed(order: OrderRecord, payment: FurtherPayment, note: string, at: Date): OrderTransition {
  return { order: withTimeline(withFurther(order, payment), at, 'paymentFailed', { note }), effects: [] }
}

function changed(order: OrderRecord, payment: FurtherPayment): OrderTransition {
  return { order: withFurther(order, payment), effects: [] }
}
