export const ORDER_PLACED = 'Order Placed Successfully!'
export const THANK_YOU = 'Thank you for your purchase'
export const WHATS_NEXT = "What's Next?"
export const NEXT_STEPS = [
  'You will receive a confirmation email shortly',
  'You can track your order in Purchase History',
  'You will be notified when your order is shipped',
]
export const GUEST_NEXT_STEPS = [
  'You will receive a confirmation email shortly',
  'You can follow your order by the link in the mail',
  'You will be notified when your order is shipped',
]
export const WAITING_NEXT_STEPS = [
  'We send you a mail as soon as your bank confirms the payment',
  'If it refuses, the order is cancelled and nothing is charged',
  'Please do not pay twice',
]
export const PAYMENT_PENDING =
  'Your bank has not confirmed the payment yet. Your order is safe; this page follows along.'

// The state of the payment. WAITING_FOR_BANK and NO_PAYMENT also replace a missing transaction id.
export const WAITING_FOR_BANK = 'Waiting for the bank'
export const NOT_PAID_YET = 'Not paid yet'
export const NO_PAYMENT = 'We have seen no payment'

// The payment of a cancelled order.
export const NOTHING_TO_PAY = 'Nothing to pay'
export const TO_BE_REFUNDED = 'To be refunded'
export const REFUNDED = 'Refunded'

export const ORDER_CANCELLED = 'Your order was cancelled'
export const VIEW_ORDER = 'View order'
export const PAY_NOW = 'Pay now'

export const ORDER_NOT_FOUND = 'Order not found'
export const GO_TO_HOME = 'Go to Home'
export const VIEW_PURCHASE_HISTORY = 'View Purchase History'
export const CONTINUE_SHOPPING = 'Continue Shopping'

export const PURCHASE_HISTORY = 'Purchase History'
export const PURCHASE_HISTORY_TEXT = 'View all your past orders and track deliveries'
export const PURCHASE_HISTORY_ERROR = 'Error Loading Purchase History'
export const LOAD_PURCHASE_HISTORY_FAILED = 'Failed to load purchase history'
export const NO_ORDERS = 'No Orders Yet'
export const NO_ORDERS_TEXT = 'Start shopping and your orders will appear here'
export const START_SHOPPING = 'Start Shopping'

export const PUSH_TITLE = 'Messages on this device'
