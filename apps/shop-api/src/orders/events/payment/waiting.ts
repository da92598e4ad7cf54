import type { EventOrigin, WaitingPayment } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import type { PaymentRecord } from '../../order/payment-record.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { cartEffects } from '../rules/confirm.ts'

/** The shopper has until `expiresAt` to pay. */
type Waiting = WaitingPayment & Pick<EventOrigin, 'paymentId'> & { expiresAt: Date }

/** Makes the order pending. */
export function waitForPayment(
  order: OrderRecord,
  { reference, form, upiUri, expiresAt }: Waiting,
  { at }: ShopTime,
): OrderTransition {
  if (phaseOf(order).name !== 'charging') return unchanged(order)
  const payment: PaymentRecord = {
    ...order.payment,
    state: 'waiting',
    expiresAt: expiresAt.toISOString(),
    ...(reference !== undefined && { reference }),
    ...(form && { form }),
    ...(upiUri !== undefined && { upiUri }),
  }
  const after = withTimeline({ ...order, state: 'pending', payment }, at, 'paymentWaiting')
  return { order: after, effects: cartEffects(order) }
}
