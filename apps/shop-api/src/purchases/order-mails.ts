import { isEmail } from '@nashta/contracts/account/checks'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { OrderMailKind, OrderRecord } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'

/** The outbox entry of a mail about an order; null when the order has no valid e-mail address. */
export function orderMailEntry(order: OrderRecord, kind: OrderMailKind, publicUrl: string) {
  if (order.email === null || !isEmail(order.email)) return null
  return mailEntry({
    // Mails are deduplicated per kind, so an order gets one of each kind.
    deduplicationId: order.purchaseId,
    to: order.email,
    message: { kind: `order-${kind}`, data: { purchase: toPurchase(order), publicUrl } },
  })
}
