import { rupeesToPaise, type Paise } from '@nashta/contracts/money'
import { NOTHING_OWED, ONLINE_TOTAL_TOO_SMALL, OWED_DIFFERS } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { activePayment, furtherPayments, owedPaise } from '../../order/further-payments.ts'
import { orderNotFound, unchanged } from '../../order/order-state.ts'
import type { FurtherPayment } from '../../order/payment-record.ts'
import { isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { withAttemptsEnded } from '../rules/owed-rest.ts'
import { nextPaymentId } from '../rules/rest-money.ts'

/** More tries than an honest shopper has. */
const FURTHER_MAX = 20
/** Providers take no smaller payment. */
const ONLINE_MIN = rupeesToPaise(1)

/** The shopper begins to pay the rest. */
type RestBegun = {
  kind: 'restBegun'
  /** The idempotency key. A repeated request begins no second payment. */
  key: string
  /** What the shopper was shown. */
  shownPaise: Paise
} & Pick<FurtherPayment, 'method' | 'instrument' | 'provider'>

/** Adds a payment of what is owed. A payment that still waits is replaced; one whose outcome is unknown is not. */
export function beginRest(
  order: OrderRecord,
  { kind: _kind, key, shownPaise, ...way }: RestBegun,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (furtherPayments(order).some((earlier) => earlier.key === key)) return unchanged(order)
  const amountPaise = owedPaise(order)
  if (amountPaise === 0) throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOTHING_OWED)
  if (shownPaise !== amountPaise) throw new ServiceError('AMOUNT_DIFFERS', OWED_DIFFERS)
  if (amountPaise < ONLINE_MIN) throw new ServiceError('PAYMENT_METHOD_UNAVAILABLE', ONLINE_TOTAL_TOO_SMALL)
  if (activePayment(order)?.state === 'checking')
    throw new ServiceError('REQUEST_IN_PROGRESS', 'A payment is being checked; ask again in a moment', {
      retryAfter: 5,
    })
  if (furtherPayments(order).length >= FURTHER_MAX)
    throw new ServiceError('ILLEGAL_TRANSITION', 'There were too many tries to pay. Please write to the shop')
  const ended = withAttemptsEnded(order, at)
  const payment: FurtherPayment = {
    paymentId: nextPaymentId(order),
    key,
    ...way,
    state: 'checking',
    amountPaise,
    beganAt: at.toISOString(),
  }
  const further = [...furtherPayments(ended), payment]
  return { order: { ...ended, payment: { ...ended.payment, further } }, effects: [] }
}
