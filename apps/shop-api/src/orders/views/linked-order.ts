import type { LinkedOrder } from '@nashta/contracts/orders/order-link'
import { isGuestOrder } from '../order/guest-orders.ts'
import { isSeenByHand } from '../order/payment-record.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { toPurchase } from './shopper-order.ts'

/** The prefix of Razorpay's form fields with the shopper's name, phone number and e-mail. */
const PERSONAL_FIELD_PREFIX = 'prefill['

/**
 * The order as its link shows it: without the shopper, the exact address and the details, because
 * the mail with the link may be forwarded.
 */
export function toLinkedOrder(order: OrderRecord): LinkedOrder {
  const {
    shippingAddress,
    details: _details,
    payment,
    owed,
    timeline,
    refunds,
    ...fields
  } = toPurchase(order)
  const { city, pincode } = shippingAddress
  return {
    ...fields,
    ...(isSeenByHand(order.payment) && withoutReference(fields)),
    ...(payment && { payment: withoutPayer(payment) }),
    ...(owed && {
      owed: { ...owed, ...(owed.payment && { payment: withoutPayer(owed.payment) }) },
    }),
    // Notes and reasons are free text, so they may name a person.
    ...(timeline && { timeline: timeline.map(({ note: _note, ...event }) => event) }),
    ...(refunds && { refunds: refunds.map(({ reason: _reason, ...refund }) => refund) }),
    deliverTo: { city, pincode },
    ...(isGuestOrder(order) && { mayClaim: true }),
  }
}

/** The transaction id of a payment that an operator has seen has the bank's number of the payer's transfer in it. */
function withoutReference({ paymentDetails }: Pick<LinkedOrder, 'paymentDetails'>) {
  return { transactionId: '', paymentDetails: { ...paymentDetails, transactionId: '' } }
}

/** Removes the reference number of the shopper's claim, and personal data in the form. */
function withoutPayer({
  claimedReference: _reference,
  form,
  ...payment
}: NonNullable<LinkedOrder['payment']>) {
  if (!form) return payment
  const fields = Object.entries(form.fields).filter(([name]) => !name.startsWith(PERSONAL_FIELD_PREFIX))
  return { ...payment, form: { url: form.url, fields: Object.fromEntries(fields) } }
}
