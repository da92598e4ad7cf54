export const ORDER_STATUSES = ['PROCESSING', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const
export const DELIVERY_STATUSES = ['PROCESSING', 'SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const NEXT_ORDER_STATUSES: Record<OrderStatus, readonly OrderStatus[]> = {
  PROCESSING: ['CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED', 'CANCELLED'],
  DELIVERED: [],
  CANCELLED: [],
}

const NEXT_DELIVERY_STATUSES: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  PROCESSING: ['SHIPPED'],
  SHIPPED: ['OUT_FOR_DELIVERY'],
  OUT_FOR_DELIVERY: ['DELIVERED'],
  DELIVERED: [],
}

export function mayOrderBecome(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT_ORDER_STATUSES[from].includes(to)
}

export function mayDeliveryBecome(from: DeliveryStatus, to: DeliveryStatus): boolean {
  return NEXT_DELIVERY_STATUSES[from].includes(to)
}
