import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartTotals } from '@nashta/contracts/cart/cart-rules'
import { asPaise, type Paise } from '@nashta/contracts/money'
import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'

/** The body of the POST request that places an order. */
export type OrderRequest = {
  items: readonly CartItem[]
  /** The total that the shopper was shown, in rupees. */
  totalAmount: number
  paymentDetails: PaymentDetails
  shippingAddress: ShippingAddress
}

export type OrderTotals = { totalItems: number; subtotal: Paise; shippingFee: Paise; total: Paise }

export function orderTotals(lines: readonly CartItem[], shippingFee: Paise): OrderTotals {
  const { totalItems, totalPaise: subtotal } = cartTotals(lines)
  return { totalItems, subtotal, shippingFee, total: asPaise(subtotal + shippingFee) }
}

/** Equal for carts with the same products, quantities and prices in the same order: `2×donut@69 3×chips@45`. */
export function cartFingerprint(lines: readonly CartItem[]): string {
  return lines.map(({ productId, quantity, price }) => `${quantity}×${productId}@${price}`).join(' ')
}
