export const SHIPPING_INCOMPLETE = 'Please fill in all required shipping fields'
export const SHIPPING_TOO_LONG = 'Please shorten this shipping field'
export const PAYMENT_METHOD_REQUIRED = 'Please choose a payment method'
export const CARD_INCOMPLETE = 'Please fill in all card details'
export const UPI_ID_REQUIRED = 'Please enter your UPI ID'
export const BANK_REQUIRED = 'Please select your bank'
export const NOTHING_TO_PURCHASE = 'Your cart is empty'
export const TOTAL_INVALID = 'The total must be an amount in rupees'

/** The short number that pages and mails show for an order: the last eight characters of its id. */
export function orderNumber(purchaseId: string): string {
  return purchaseId.slice(-8).toUpperCase()
}
