import { isEmail } from '@nashta/contracts/email'
import { announcement, type OutboxEntry } from '@nashta/mail/mail'
import { orderConfirmed } from '@nashta/mail/templates/order-confirmed'
import { orderDelivered } from '@nashta/mail/templates/order-delivered'
import { orderShipped } from '@nashta/mail/templates/order-shipped'
import type { OrderRecord } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'

const MAILS = {
  confirmed: { kind: 'order-confirmed', write: orderConfirmed },
  shipped: { kind: 'order-shipped', write: orderShipped },
  delivered: { kind: 'order-delivered', write: orderDelivered },
} as const

export type OrderEvent = keyof typeof MAILS

/** The mail an order's new state calls for; null for a shopper without an address that mail can go to. */
export function orderMail(order: OrderRecord, event: OrderEvent, publicUrl: string): OutboxEntry | null {
  if (order.email === null || !isEmail(order.email)) return null
  const { kind, write } = MAILS[event]
  return announcement({
    kind,
    about: order.purchaseId,
    to: order.email,
    content: write(toPurchase(order), { publicUrl }),
  })
}
