import type { BulkAction } from '@nashta/contracts/orders/desk/bulk-orders'
import type { DeskOrder, DeskRefund, OrderAction, WorkState } from '@nashta/contracts/orders/desk/desk-order'
import type { PaymentState, RefundState, TimelineEventKind } from '@nashta/contracts/orders/order-payment'
import type { OrderStatus } from '@nashta/contracts/orders/order-status'
import type { ParcelState } from '@nashta/contracts/orders/parcel'

/**
 * Returns a function that gives the label of a value. A value without a label is its own label:
 * the Shop API may be newer than this page and send values that this page does not know.
 */
function createLabeller<Key extends string>(labels: Record<Key, string>) {
  const all = new Map<string, string>(Object.entries(labels))
  return (value: string) => all.get(value) ?? value
}

/** The label of each work state, worded as the title of a list of orders. */
export const WORK_LABELS: Record<WorkState, string> = {
  confirm: 'To confirm',
  findPayment: 'Find payment',
  pack: 'To pack',
  handOver: 'To hand over',
  problem: 'Problems',
  onTheWay: 'On the way',
  waiting: 'Waiting for payment',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}
export const workLabel = createLabeller(WORK_LABELS)

export const STATUS_LABELS: Record<OrderStatus, string> = {
  PROCESSING: 'Placed',
  CONFIRMED: 'Confirmed',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
}
export const statusLabel = createLabeller(STATUS_LABELS)

export const PAYMENT_LABELS: Record<PaymentState, string> = {
  due: 'Due on delivery',
  unconfirmed: 'Waits for the shopper to confirm',
  waiting: 'Waiting',
  claimed: 'Says paid',
  checking: 'Unknown',
  paid: 'Paid',
  unpaid: 'Not paid',
}
export const paymentLabel = createLabeller(PAYMENT_LABELS)

export const METHOD_LABELS = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  cod: 'Cash on delivery',
}
export const methodLabel = createLabeller(METHOD_LABELS)

const refundByHandLabel = createLabeller<RefundState>({
  requested: 'To be paid back by hand',
  sent: 'Sent by hand',
  done: 'Paid back by hand',
  failed: 'Given up',
})
const refundByProviderLabel = createLabeller<RefundState>({
  requested: 'Being sent to the payment provider',
  sent: 'On its way from the payment provider',
  done: 'Paid back by the payment provider',
  failed: 'Refused by the payment provider',
})

export function refundLabel({ state, byHand }: Pick<DeskRefund, 'state' | 'byHand'>) {
  return byHand ? refundByHandLabel(state) : refundByProviderLabel(state)
}

export const eventLabel = createLabeller<TimelineEventKind>({
  placed: 'Placed',
  paymentWaiting: 'Waits for payment',
  paymentClaimed: 'The shopper says it is paid',
  paid: 'Paid',
  paymentFailed: 'Payment failed',
  paymentExpired: 'Time to pay was over',
  paymentNotFound: 'Payment not found',
  revived: 'Revived: the payment was found',
  confirmationAsked: 'Shopper asked to confirm',
  confirmationExpired: 'Not confirmed in time',
  confirmed: 'Confirmed',
  packingBegun: 'Packing begun',
  packed: 'Packed',
  unpacked: 'Packing undone',
  printed: 'Printed',
  shipped: 'Shipped',
  outForDelivery: 'Out for delivery',
  delivered: 'Delivered',
  parcelAdded: 'Parcel added',
  parcelChanged: 'Parcel corrected',
  contentChanged: 'Contents changed, to be packed again',
  edited: 'Edited',
  editRefused: 'The shopper refused the edit',
  editUndone: 'The edit is undone',
  replaced: 'Replaced',
  recalled: 'Batch recalled, mail to the shopper',
  cancelled: 'Cancelled',
  notDelivered: 'Not delivered',
  comingBack: 'On its way back',
  goodsBack: 'Goods are back in the stock',
  goodsExpected: 'Goods are expected back',
  goodsLost: 'Goods do not come back',
  latePayment: 'Payment that was not expected',
  refundRequested: 'Refund requested',
  refundSent: 'Refund sent',
  refundDone: 'Refund paid',
  refundFailed: 'Refund failed',
})

export const actionLabel = createLabeller<OrderAction>({
  confirm: 'Confirm',
  revive: 'Payment found: revive',
  record: 'Record a payment to send back',
  closeClaim: 'Payment not found',
  edit: 'Edit order',
  takeBack: 'Take the change back',
  pack: 'Pack',
  unpack: 'Undo packing',
  ship: 'Ship',
  parcel: 'Add a parcel',
  deliver: 'Delivered',
  undelivered: 'Not delivered',
  cancel: 'Cancel',
  refund: 'Refund',
  goods: 'Goods are back',
  replace: 'Send a replacement',
})

export const parcelStateLabel = createLabeller<ParcelState>({
  onTheWay: 'On the way',
  notDelivered: 'Not delivered, tried again',
  delivered: 'Delivered',
  comingBack: 'On its way back',
  back: 'Back in the shop',
})

/** The participle of each bulk action, for messages such as "20 orders packed". */
export const BULK_DONE: Record<BulkAction, string> = {
  confirm: 'confirmed',
  pack: 'packed',
  unpack: 'to be packed again',
  ship: 'shipped',
  track: 'with a tracking number',
  deliver: 'delivered',
  printed: 'marked as printed',
}

/** Who tells the customer of an action. An order by phone often has no e-mail address. */
export function mailNote({ customer }: Pick<DeskOrder, 'customer'>) {
  return customer?.email === null
    ? 'There is no e-mail address: tell the customer yourself.'
    : 'The shopper gets a mail.'
}
