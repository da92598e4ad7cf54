export const SHIPPING_INCOMPLETE = 'Please fill in all required shipping fields'
export const SHIPPING_TOO_LONG = 'Please shorten this shipping field'

export const PAYMENT_METHOD_REQUIRED = 'Please choose a payment method'
export const CARD_INCOMPLETE = 'Please fill in all card details'
export const UPI_ID_REQUIRED = 'Please enter your UPI ID'
export const BANK_REQUIRED = 'Please select your bank'

export const SIGN_IN_TO_PURCHASE = 'Please sign in to complete your purchase'
export const NOTHING_TO_PURCHASE = 'Your cart is empty'
export const TOTAL_INVALID = 'The total must be an amount in rupees'
export const PAYMENT_FALLBACK = 'Payment failed. Please try again.'
export const PURCHASE_HISTORY_FALLBACK = 'Failed to load purchase history'
