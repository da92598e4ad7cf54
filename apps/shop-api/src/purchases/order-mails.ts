import { isEmail } from '@nashta/contracts/account/email'
import { announcement, type OutboxEntry } from '@nashta/mail/outbox-entry'
import type { OrderMailKind, OrderRecord } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'

/** Null for a shopper without a valid e-mail address. */
export function orderMail(order: OrderRecord, kind: OrderMailKind, publicUrl: string): OutboxEntry | null {
  if (order.email === null || !isEmail(order.email)) return null
  return announcement({
    about: order.purchaseId,
    to: order.email,
    letter: { kind: `order-${kind}`, data: { purchase: toPurchase(order), publicUrl } },
  })
}
