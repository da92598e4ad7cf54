import {
  CLAIM_EXPIRED,
  CONFIRMATION_EXPIRED,
  IF_YOU_HAVE_PAID,
  PAYMENT_EXPIRED,
  UPI_PAYMENT_EXPIRED,
} from '@nashta/contracts/orders/order-texts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { endedPayment, returnAllStock, unchanged, withTimeline } from '../../order/order-state.ts'
import { isSeenByHand, type PaymentRecord } from '../../order/payment-record.ts'
import { type OrderPhase, isUnsettled, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { settleAsCancelled } from '../rules/cancel.ts'
import { withCheckingEnded } from '../rules/unpaid.ts'
import { declineOrder } from './declined.ts'

export const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

/**
 * The time to pay or to confirm is over. Or the shop's request to charge was lost, so that the
 * provider does not know the payment.
 */
type Expired = { kind: 'expired' }

export function expireOrder(order: OrderRecord, _event: Expired, time: ShopTime): OrderTransition {
  const { at } = time
  // The shopper has not seen a charging order yet, so the order is removed.
  const phase = phaseOf(order)
  if (phase.name === 'charging') return { order: null, effects: returnAllStock(order, 'neverPlaced').effects }
  if (!isUnsettled(order)) return { order: withCheckingEnded(order), effects: [] }
  // The outcome of the charge was unknown. The reconciler has now asked the provider once more, and
  // the provider does not know the charge.
  if (phase.name === 'checking')
    return declineOrder(order, { kind: 'declined', message: NEVER_CHARGED }, time)
  // The shopper may have pressed "I have paid" after the reconciler read the order. The order then
  // has more time.
  const { expiresAt } = order.payment
  if (expiresAt !== undefined && Date.parse(expiresAt) > at.getTime()) return unchanged(order)
  const ended = {
    ...order,
    refusal: textOfExpiry(phase, order.payment),
    payment: endedPayment(order.payment, at),
  }
  const kind = phase.name === 'waitingForConfirmation' ? 'confirmationExpired' : 'paymentExpired'
  return settleAsCancelled(withTimeline(ended, at, kind), { because: 'unpaid' })
}

/** Says that nothing was charged only when the provider has said so. Nobody can ask a UPI app. */
function textOfExpiry(phase: OrderPhase, payment: PaymentRecord) {
  if (phase.name === 'waitingForConfirmation') return CONFIRMATION_EXPIRED
  if (phase.name === 'waitingForMoney' && phase.isClaimed) return CLAIM_EXPIRED
  return isSeenByHand(payment) ? `${UPI_PAYMENT_EXPIRED} ${IF_YOU_HAVE_PAID}` : PAYMENT_EXPIRED
}
