import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartTotals } from '@nashta/contracts/cart/cart-rules'
import { asPaise, type Paise } from '@nashta/contracts/money'
import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'

/** The body of the POST request that places an order. */
export type OrderRequest = {
  items: readonly CartItem[]
  /** In rupees, as the shopper was shown it. */
  totalAmount: number
  paymentDetails: PaymentDetails
  shippingAddress: ShippingAddress
}

export type OrderTotals = { totalItems: number; subtotal: Paise; shippingFee: Paise; total: Paise }

export function orderTotals(lines: readonly CartItem[], shippingFee: Paise): OrderTotals {
  const { totalItems, totalPaise: subtotal } = cartTotals(lines)
  return { totalItems, subtotal, shippingFee, total: asPaise(subtotal + shippingFee) }
}

/** The same text for the same products, quantities and prices. */
export function contentOf(lines: readonly CartItem[]): string {
  return lines.map(({ productId, quantity, price }) => `${quantity}×${productId}@${price}`).join(' ')
}
