import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { OrderDetails } from '@nashta/contracts/orders/order-details'
import type {
  OrderMoney,
  OrderPayment,
  Refund,
  TimelineEvent,
  TimelineEventKind,
} from '@nashta/contracts/orders/order-payment'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { upiPaymentOf } from '@nashta/contracts/orders/upi-uri'
import { editRefusalOf } from '../events/rules/edits.ts'
import { parcelsOf } from '../events/rules/parcels.ts'
import { BILL } from '../order/billing.ts'
import { shownDiscounts } from '../order/discounts.ts'
import { furtherPayments, owedPaise, soughtPayments } from '../order/further-payments.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import { mayShopperCancel } from '../order/phase.ts'
import type { OrderLine, OrderRecord, RefundRecord, TimelineRecord } from '../order/purchase-store.ts'
import { netPaid, unitsThatRemain } from '../order/refunded.ts'
import { shownEdits } from './shown-edits.ts'

/** The events of the timeline that only operators see. */
const OPERATORS_EVENTS: ReadonlySet<TimelineEventKind> = new Set([
  'packingBegun',
  'unpacked',
  'printed',
  'contentChanged',
  'goodsBack',
  'goodsExpected',
  'goodsLost',
])

/** The order as its shopper sees it. */
export function toPurchase(order: OrderRecord): Purchase {
  const { purchaseId, transactionId, orderStatus, deliveryStatus, estimatedDelivery, purchaseDate } = order
  const money = toMoney(order)
  const editRefusal = editRefusalOf(order)
  const [sought] = soughtPayments(order)
  return {
    purchaseId,
    transactionId,
    orderStatus,
    deliveryStatus,
    estimatedDelivery,
    purchaseDate,
    totalAmount: paiseToRupees(order.totalPaise),
    totalItems: order.totalItems,
    ...(order.shippingFeePaise > 0 && { shippingFee: paiseToRupees(order.shippingFeePaise) }),
    ...shownDiscounts(order),
    items: order.lines.map((line) => toPurchaseItem(order, line)),
    paymentDetails: { method: order.payment.method, transactionId },
    shippingAddress: order.shippingAddress,
    ...shownDetails(order),
    payment: toOrderPayment(order),
    ...shownRest(order),
    ...(sought && { soughtAmount: paiseToRupees(sought.amountPaise) }),
    mayCancel: mayShopperCancel(order),
    refunds: order.refunds.map(toRefund),
    ...(money.refunded > 0 && { money }),
    ...shownParcels(order),
    ...shownBills(order),
    ...shownWait(order),
    ...(order.fulfilment.wantsOwnBill && { wantsOwnBill: true as const }),
    ...shownReplacements(order),
    ...shownEdits(order),
    ...(editRefusal && { editRefusal }),
    timeline: order.timeline.filter(({ kind }) => !OPERATORS_EVENTS.has(kind)).map(toTimelineEvent),
  }
}

/** The order that this one replaces, and those that replace units of it. */
export function shownReplacements({
  fulfilment: { replaces, replacements },
}: OrderRecord): Pick<Purchase, 'replaces' | 'replacements'> {
  return {
    ...(replaces !== undefined && { replaces }),
    ...(replacements && { replacements: replacements.map(({ purchaseId, at }) => ({ purchaseId, at })) }),
  }
}

/** Nothing before the bill is made. A refund of which nothing was left to correct has no credit note. */
export function shownBills({ fulfilment: { billing } }: OrderRecord): Pick<Purchase, 'bills'> {
  if (billing?.number === undefined) return {}
  const notes = billing.notes.flatMap(({ of, number }) => (number === '' ? [] : [{ id: of, number }]))
  return { bills: [{ id: BILL, number: billing.number }, ...notes] }
}

/** Nothing unless the order waits for the bill of its day. */
export function shownWait({ fulfilment: { billing } }: OrderRecord): Pick<Purchase, 'onBillOf'> {
  return billing?.onBillOf === undefined ? {} : { onBillOf: billing.onBillOf }
}

/** Nothing before the order is given to a courier. */
export function shownParcels(order: OrderRecord): Pick<Purchase, 'parcels'> {
  const parcels = parcelsOf(order).map(({ mails: _mails, ...parcel }) => parcel)
  return parcels.length > 0 ? { parcels } : {}
}

/** Nothing if the shopper added no details. */
export function shownDetails({ details }: OrderRecord): { details?: OrderDetails } {
  return Object.keys(details).length > 0 ? { details } : {}
}

function toPurchaseItem(order: OrderRecord, line: OrderLine): Purchase['items'][number] {
  const { productId, name, imageUrl, category, quantity, pricePaise } = line
  const remaining = unitsThatRemain(order, line)
  return {
    productId,
    name,
    imageUrl,
    category,
    quantity,
    ...(remaining < quantity && { remaining }),
    price: paiseToRupees(pricePaise),
  }
}

/** What was paid, what of it goes back, and what remains. */
export function toMoney(order: OrderRecord): OrderMoney {
  const { paidPaise } = order.payment
  const remainsPaise = netPaid(order)
  return {
    paid: paiseToRupees(paidPaise),
    refunded: paiseToRupees(asPaise(paidPaise - remainsPaise)),
    remains: paiseToRupees(remainsPaise),
  }
}

function toTimelineEvent({ at, kind, note, amountPaise, parcelId }: TimelineRecord): TimelineEvent {
  return {
    at,
    kind,
    ...(note !== undefined && { note }),
    ...(amountPaise !== undefined && { amount: paiseToRupees(amountPaise) }),
    ...(parcelId !== undefined && { parcelId }),
  }
}

/** What is left to pay, with the payment that was begun last. Nothing if nothing is owed. */
export function shownRest(order: OrderRecord): Pick<Purchase, 'owed'> {
  const { owed } = order.edits ?? {}
  const paise = owedPaise(order)
  if (!owed || paise === 0) return {}
  const { expiresAt } = owed
  const last = furtherPayments(order).findLast(({ state }) => state !== 'paid')
  const isShown = last !== undefined && (last.state !== 'unpaid' || last.refusal !== undefined)
  const payment = isShown ? toShownPayment({ ...last, expiresAt }, last.refusal ?? '') : null
  return { owed: { amount: paiseToRupees(paise), expiresAt, ...(payment && { payment }) } }
}

function toOrderPayment({ payment, refusal }: OrderRecord): OrderPayment {
  return toShownPayment(payment, refusal)
}

type ShownPayment = Pick<PaymentRecord, 'state' | 'expiresAt' | 'form' | 'upiUri' | 'claimedReference'>

function toShownPayment(
  { state, expiresAt, form, upiUri, claimedReference }: ShownPayment,
  refusal: string,
): OrderPayment {
  return {
    state,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(form && { form }),
    ...(upiUri !== undefined && { upi: upiPaymentOf(upiUri) }),
    ...(claimedReference !== undefined && { claimedReference }),
    ...(refusal !== '' && { message: refusal }),
  }
}

export function toRefund({
  refundId,
  state,
  amountPaise,
  reason,
  items,
  partOf,
  requestedAt,
  updatedAt,
}: RefundRecord): Refund {
  const amount = paiseToRupees(amountPaise)
  return {
    refundId,
    state,
    amount,
    reason,
    ...(partOf !== undefined && { partOf }),
    ...(items && { items: items.map(({ productId, quantity }) => ({ productId, quantity })) }),
    requestedAt,
    updatedAt,
  }
}
