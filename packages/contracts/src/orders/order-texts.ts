export const SHIPPING_INCOMPLETE = 'Please fill in all required shipping fields'
export const SHIPPING_TOO_LONG = 'Please shorten this shipping field'
export const SHIPPING_CHARACTERS = 'Please leave out line breaks, tabs and other invisible control characters'
export const SHIPPING_LINK = 'Please leave out web addresses'
export const DETAIL_CHARACTERS = 'Please leave out tabs and other invisible control characters'
export const STATE_CODE_INVALID = 'A state code is the two-digit GST code of a state, such as 29'
export const PAYMENT_METHOD_REQUIRED = 'Please choose a payment method'
export const CARD_INCOMPLETE = 'Please fill in all card details'
export const UPI_ID_REQUIRED = 'Please enter your UPI ID'
export const BANK_REQUIRED = 'Please select your bank'
export const NOTHING_TO_PURCHASE = 'Your cart is empty'
export const TOTAL_INVALID = 'The total must be an amount in rupees'
export const PAYMENT_METHOD_UNAVAILABLE = 'This way to pay is not offered. Please choose another one.'
export const ONLINE_TOTAL_TOO_SMALL =
  'An order below ₹1 cannot be paid online. Please choose cash on delivery, or add another snack.'
export const CANCEL_REASON_REQUIRED = 'Please say why you cancel the order'
export const CANCEL_TOO_LATE = 'This order is being packed and can no longer be cancelled'
export const EDIT_REFUSED_TOO_LATE = 'This order is packed, so its changes can no longer be refused'
export const EDIT_ITEMS_INVALID = 'An order names each product once, with a quantity of one or more'
export const UPI_REFERENCE_INVALID = 'A reference number has up to 35 letters, digits and dashes'
export const UPI_REFERENCE_REQUIRED = "Please type the reference number that the shop's account shows"
export const SEEN_AMOUNT_INVALID = 'The amount is in rupees, with at most two decimals'
export const SEEN_PAYMENT_REQUIRED =
  "Please type the amount and the reference number that the shop's account shows. Payments by UPI are confirmed one by one."
export const NO_CARD_NUMBERS = 'Please leave out card numbers'
export const WAITING_FOR_THE_SHOP = 'Waiting for the shop to see your payment'
export const PAYMENT_EXPIRED = 'The time to pay is over. Nothing was charged, and the order was cancelled.'
export const UPI_PAYMENT_EXPIRED =
  'The time to pay is over, and we have seen no payment. The order was cancelled.'
export const CLAIM_EXPIRED = 'We have not found your payment yet, and the order was cancelled.'
export const STILL_LOOKING = 'We still look for the payment, and send you a mail when we know more.'
export const PAYMENT_NOT_FOUND =
  'We have looked for your payment and have not found it. The order is cancelled.'
/** For the payment of a change, after which the order stays as it is. */
export const REST_NOT_FOUND =
  'We have looked for your payment and have not found it. What the change costs is still to be paid.'
/** What a shopper can do who has paid an order whose payment the shop has not seen. */
export const IF_YOU_HAVE_PAID =
  'If you have paid, please ask for help on the page of the order, with the reference number of your payment: we look for it.'
export const CONFIRMATION_EXPIRED =
  'The order was not confirmed in time, and was cancelled. There is nothing to pay.'
export const NOTHING_OWED = 'Nothing of this order is left to pay'
export const OWED_DIFFERS = 'What is left to pay has changed. Please look at it again'
export const NOT_WAITING_FOR_PAYMENT = 'This order is not waiting for a payment'
export const REPLACEMENT_REASON_REQUIRED = 'Please say why it is replaced, in 1 to 200 characters'
export const REFUND_REASON_REQUIRED = 'A refund needs a reason of 1 to 200 characters'
export const REFUND_AMOUNT_INVALID = 'A refund of an amount is above 0, in rupees with at most two decimals'
export const REFUND_ITEMS_OR_AMOUNT = 'A refund is for units or of an amount'
export const REFUND_ITEMS_INVALID = 'A refund names each product once, with a whole quantity'

export function detailTooLong(label: string, maxLength: number): string {
  return `${label}: please write at most ${maxLength} characters`
}

/** The address of the page of an order. */
export function orderPath(purchaseId: string): string {
  return `/purchase-history/${encodeURIComponent(purchaseId)}`
}

/** The address of the page that the link in an order's mails opens. */
export function orderLinkPath(token: string): string {
  return `/orders/${token}`
}

/**
 * The address that `orderLinkPath` returns, with the code that confirms the order. The code follows
 * a #, because browsers do not send that part of an address. So no log contains the code.
 */
export function confirmOrderPath(token: string, code: string): string {
  return `${orderLinkPath(token)}#confirm=${code}`
}

/** The short number that pages and mails show for an order: the last eight characters of its id. */
export function orderNumber(purchaseId: string): string {
  return purchaseId.slice(-8).toUpperCase()
}

/** The number of an order as people write it: with a # before it, in small letters, or as the whole id. */
export function typedOrderNumber(text: string): string {
  return orderNumber(text.trim().replace(/^#/, ''))
}

/** What was taken off an ordered line, such as `2 of 3 refunded`. Empty if nothing was. */
export function describeTakenOff(
  { quantity, remaining = quantity }: { quantity: number; remaining?: number | undefined },
  orderStatus: string,
): string {
  if (remaining >= quantity) return ''
  const what = orderStatus === 'CANCELLED' ? 'cancelled' : 'refunded'
  return `${quantity - remaining} of ${quantity} ${what}`
}
