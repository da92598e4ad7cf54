import type { Paise } from '@nashta/contracts/money'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import { ServiceError } from '@nashta/service-kit/service-error'
import { chooseProvider, methodUnavailable } from '../../payments/offered-methods.ts'
import { splitPaymentChoice } from '../../payments/payment-details.ts'
import { paymentKey } from '../../payments/payment-key.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { furtherPayments } from '../order/further-payments.ts'
import { pathOfOrder } from '../order/order-link.ts'
import { orderNotFound } from '../order/order-state.ts'
import { orderTaking } from '../order/order-taking.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { beginPayment } from './begin-payment.ts'
import type { PlacePurchaseDeps } from './place-purchase.ts'

type WantedRest = {
  paymentDetails: PaymentChoice
  amount: Paise
  /** The idempotency key of the request. */
  key: string
}

/** Changes the order of the caller, by whichever right the caller has. */
type UpdateOrder = (transition: (stored: OrderRecord) => OrderTransition) => Promise<OrderRecord>

/**
 * Pays what is left to pay, in the three steps of a purchase: stores the payment, begins it, and settles it by its
 * outcome. After a crash between two steps the reconciler finishes it.
 */
export async function payRest(
  deps: PlacePurchaseDeps,
  update: UpdateOrder,
  { paymentDetails, amount: shownPaise, key }: WantedRest,
): Promise<OrderRecord> {
  const chosen = splitPaymentChoice(paymentDetails)
  const taking = orderTaking(await deps.shop.read(), deps)
  const provider = chooseProvider(taking.providers, chosen)
  if (!provider) throw methodUnavailable()
  const { method, instrumentName } = chosen
  const way = {
    method,
    provider: provider.name,
    ...(instrumentName !== undefined && { instrument: instrumentName }),
  }
  const settle = async (event: OrderEvent) => {
    const time = await readShopTime(deps)
    return update((stored) => settleOrder(stored, event, time))
  }
  let isNew = false
  const time = await readShopTime(deps)
  const begun = await update((stored) => {
    const transition = settleOrder(stored, { kind: 'restBegun', key, shownPaise, ...way }, time)
    isNew = transition.order !== stored
    return transition
  })
  const payment = furtherPayments(begun).find((each) => each.key === key)
  if (!payment) throw orderNotFound()
  if (!isNew) return assertNotDeclined(begun, key)

  const { purchaseId, email, shippingAddress, edits } = begun
  const { paymentId, amountPaise } = payment
  const { fullName: name, phoneNumber: phone } = shippingAddress
  const outcome = await beginPayment(deps, provider, {
    key: paymentKey(purchaseId, paymentId),
    amountPaise,
    instrument: chosen.instrument,
    shopper: { name, email, phone },
    orderPath: pathOfOrder(begun),
    expiresAt: new Date(edits?.owed?.expiresAt ?? time.at),
  })
  const event: OrderEvent =
    outcome.kind === 'waiting' ? { ...outcome, expiresAt: time.at, paymentId } : { ...outcome, paymentId }
  return assertNotDeclined(await settle(event), key)
}

/** A declined payment is an error, as it is for a new order. */
function assertNotDeclined(order: OrderRecord, key: string): OrderRecord {
  const { state, refusal = '' } = furtherPayments(order).find((each) => each.key === key) ?? {}
  if (state === 'unpaid' && refusal !== '') throw new ServiceError('PAYMENT_DECLINED', refusal)
  return order
}
