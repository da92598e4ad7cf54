const ORDER_NUMBER_LENGTH = 8

export type Tone = 'green' | 'blue' | 'purple' | 'red' | 'neutral'

const ORDER_TONES = new Map<string, Tone>([
  ['CONFIRMED', 'green'],
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['DELIVERED', 'green'],
])

const DELIVERY_TONES = new Map<string, Tone>([
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['OUT_FOR_DELIVERY', 'purple'],
  ['DELIVERED', 'green'],
])

/** Takes any text: a newer server may know statuses that this code does not. */
export function orderTone(status: string): Tone {
  return ORDER_TONES.get(status) ?? 'red'
}

/** Green is kept for what has arrived; a status we do not know promises nothing. */
export function deliveryTone(status: string): Tone {
  return DELIVERY_TONES.get(status) ?? 'neutral'
}

export function statusLabel(status: string): string {
  return status.replaceAll('_', ' ')
}

export function orderNumber(purchaseId: string): string {
  return purchaseId.slice(-ORDER_NUMBER_LENGTH).toUpperCase()
}

/** Nothing is on its way once an order has arrived or is cancelled. */
export function showsEstimatedDelivery(order: { orderStatus: string; deliveryStatus: string }): boolean {
  const statuses = new Set([order.orderStatus, order.deliveryStatus])
  return !statuses.has('DELIVERED') && !statuses.has('CANCELLED')
}
