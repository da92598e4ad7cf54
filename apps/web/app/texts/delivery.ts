export const FREE_DELIVERY_THRESHOLD_RUPEES = 1000
/** What delivery costs below the threshold: nothing, so every order is delivered free. */
export const DELIVERY_FEE_RUPEES = 0

export const ORDERS_ABOVE_THRESHOLD = `snack orders above ₹${FREE_DELIVERY_THRESHOLD_RUPEES}`
export const FREE_DELIVERY = `Free delivery on ${ORDERS_ABOVE_THRESHOLD}`
export const SUPPORT = '24/7 support'
export const SECURE_PAYMENTS = 'Secure payments'

export const DELIVERY_IS_FREE = 'Your delivery is free'

/** `amount` is formatted, such as `₹250`. */
export function moreForFreeDelivery(amount: string): string {
  return `${amount} more for free delivery`
}
