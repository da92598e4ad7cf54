import { isEmail } from '@nashta/contracts/account/email'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { OrderRecord } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'

export type OrderEvent = 'confirmed' | 'shipped' | 'delivered'

/** The mail an order's new state calls for; null for a shopper without an address that mail can go to. */
export function orderMail(order: OrderRecord, event: OrderEvent, publicUrl: string): OutboxEntry | null {
  if (order.email === null || !isEmail(order.email)) return null
  return mailEntry({
    about: order.purchaseId,
    to: order.email,
    message: { kind: `order-${event}`, data: { purchase: toPurchase(order), publicUrl } },
  })
}
