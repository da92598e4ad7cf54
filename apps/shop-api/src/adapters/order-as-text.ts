import type { OrderRecord } from '../orders/order/purchase-store.ts'

type JsonField =
  | 'lines'
  | 'taken'
  | 'restored'
  | 'payment'
  | 'refunds'
  | 'timeline'
  | 'fulfilment'
  | 'notes'
  | 'shippingAddress'
  | 'deliveryTime'

/**
 * An order with its nested values as JSON text. JSON text preserves the sequence of fields, so the
 * response to a repeated request has the same bytes. Booleans are 0 or 1, because SQLite has none.
 */
export type OrderAsText = Omit<OrderRecord, JsonField | 'isByMinor'> &
  Record<JsonField, string> & { isByMinor: number }

export function orderToText(order: OrderRecord): OrderAsText {
  return {
    ...order,
    isByMinor: Number(order.isByMinor),
    lines: JSON.stringify(order.lines),
    taken: JSON.stringify(order.taken),
    restored: JSON.stringify(order.restored),
    payment: JSON.stringify(order.payment),
    refunds: JSON.stringify(order.refunds),
    timeline: JSON.stringify(order.timeline),
    fulfilment: JSON.stringify(order.fulfilment),
    notes: JSON.stringify(order.notes),
    shippingAddress: JSON.stringify(order.shippingAddress),
    deliveryTime: JSON.stringify(order.deliveryTime),
  }
}

/** `text` was made by `orderToText`. */
export function orderFromText(text: OrderAsText): OrderRecord {
  return {
    ...text,
    isByMinor: text.isByMinor === 1,
    lines: JSON.parse(text.lines),
    taken: JSON.parse(text.taken),
    restored: JSON.parse(text.restored),
    payment: JSON.parse(text.payment),
    refunds: JSON.parse(text.refunds),
    timeline: JSON.parse(text.timeline),
    fulfilment: JSON.parse(text.fulfilment),
    notes: JSON.parse(text.notes),
    shippingAddress: JSON.parse(text.shippingAddress),
    deliveryTime: JSON.parse(text.deliveryTime),
  }
}
