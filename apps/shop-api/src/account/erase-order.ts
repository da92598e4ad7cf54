import { ORDER_ON_ITS_WAY } from '@nashta/contracts/shop-api/account-data'
import { ServiceError } from '@nashta/service-kit/service-error'
import { soughtPayments } from '../orders/order/further-payments.ts'
import type { PersonalField } from '../orders/order/order-fields.ts'
import { ERASED_USER_PREFIX } from '../orders/order/order-state.ts'
import type { FurtherPayment } from '../orders/order/payment-record.ts'
import { phaseOf } from '../orders/order/phase.ts'
import type { OrderRecord, StoredParcel } from '../orders/order/purchase-store.ts'
import { isRefusedAndOwed } from '../orders/order/refunded.ts'

const ERASED = 'Erased'

/**
 * Returns the order without personal data. Tax law requires the products, amounts and dates, so
 * they stay. The state of the address stays too, because it decides the tax. Each order gets its
 * own user id, so that one order does not lead to the shopper's other orders.
 */
export function eraseOrder(order: OrderRecord): OrderRecord {
  assertErasable(order)
  const { purchaseId, offers, edits, payment, refunds, timeline, fulfilment, shippingAddress } = order
  const { parcels } = fulfilment
  const { method, provider, state, paidPaise, reference, eventIds, watchedUntil, further } = payment
  const erased: Pick<OrderRecord, PersonalField> = {
    userId: `${ERASED_USER_PREFIX}${purchaseId}`,
    email: null,
    linkSecret: '',
    // These fields are needed to refund late money. The card, the bank and what the shopper typed are left out.
    payment: {
      method,
      state,
      paidPaise,
      ...(provider && { provider }),
      ...(reference !== undefined && { reference }),
      ...(eventIds && { eventIds }),
      ...(watchedUntil !== undefined && { watchedUntil }),
      ...(further && { further: further.map(withoutInstrument) }),
    },
    refunds: refunds.map((refund) => Object.assign({}, refund, { reason: ERASED })),
    timeline: timeline.map(({ note: _note, ...event }) => event),
    fulfilment: { ...fulfilment, ...(parcels && { parcels: parcels.map(withoutTracking) }) },
    notes: [],
    details: {},
    // The cost of an offer stays. The customer who used it is removed.
    ...(offers && { offers: offers.map(({ customer: _customer, ...applied }) => applied) }),
    // The hash of a request and the agreed order are removed, because they contain the address.
    ...(edits && { edits: { list: edits.list.map((edit) => Object.assign({}, edit, { request: '' })) } }),
    shippingAddress: {
      fullName: ERASED,
      addressLine1: ERASED,
      city: ERASED,
      state: shippingAddress.state,
      pincode: ERASED,
      phoneNumber: ERASED,
      ...(shippingAddress.stateCode !== undefined && { stateCode: shippingAddress.stateCode }),
    },
  }
  return { ...order, ...erased }
}

/** The payment without the card, the bank and what the shopper typed. */
function withoutInstrument({
  instrument: _instrument,
  form: _form,
  upiUri: _upiUri,
  claimedReference: _reference,
  ...payment
}: FurtherPayment): FurtherPayment {
  return payment
}

export function assertErasable(order: OrderRecord) {
  if (needsPersonalData(order)) throw new ServiceError('ORDER_ON_ITS_WAY', ORDER_ON_ITS_WAY)
}

/** Removes the tracking number and link, because the courier's page shows the address. */
function withoutTracking({
  trackingNumber: _number,
  trackingUrl: _url,
  ...parcel
}: StoredParcel): StoredParcel {
  return parcel
}

/**
 * Whether the order's personal data is still needed. The courier needs it until the delivery, and
 * the shop and the bank need it until all payments and refunds have ended.
 */
export function needsPersonalData(order: OrderRecord) {
  const hasOpenRefund = order.refunds.some(
    (refund) => refund.state === 'requested' || refund.state === 'sent' || isRefusedAndOwed(order, refund),
  )
  // An operator still looks for these payments. Money that is found goes back to the shopper.
  if (hasOpenRefund || soughtPayments(order).length > 0) return true
  const phase = phaseOf(order)
  switch (phase.name) {
    case 'charging':
    case 'checking':
    case 'waitingForMoney':
    case 'waitingForConfirmation':
    case 'toPack':
    case 'toHandOver':
      return true
    case 'onItsWay':
      return !phase.hasArrived
    case 'over':
      return phase.money !== 'known'
    case 'delivered':
    case 'refused':
      return false
    default:
      return phase satisfies never
  }
}
