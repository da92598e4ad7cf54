import type { DeliveryStatus, OrderStatus } from '@nashta/contracts/orders/order-status'

/** How messages for operators name each status. */
export const ORDER_WORDS: Record<OrderStatus, string> = {
  PROCESSING: 'not confirmed',
  CONFIRMED: 'confirmed',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
}

export const DELIVERY_WORDS: Record<DeliveryStatus, string> = {
  PROCESSING: 'not shipped',
  SHIPPED: 'shipped',
  OUT_FOR_DELIVERY: 'out for delivery',
  DELIVERED: 'delivered',
}
