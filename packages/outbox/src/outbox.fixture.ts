import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { eventEntry } from './events.ts'
import type { OutboxEntry } from './outbox.ts'

export function aMail(orderId: string, payload = `Order ${orderId}`): OutboxEntry {
  return { topic: 'mail', kind: 'order-confirmed', key: `order-confirmed:${orderId}`, payload }
}

export function aView(number: number): ShopEvent {
  return {
    id: `view:${number}`,
    kind: 'view',
    userId: 'asha',
    productId: `snack-${number}`,
    at: '2026-01-01T00:00:00.000Z',
  }
}

export function anEventEntry(number: number): OutboxEntry {
  return eventEntry(aView(number))
}
