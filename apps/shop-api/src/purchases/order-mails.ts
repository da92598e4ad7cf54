import { isEmail } from '@nashta/contracts/account/checks'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import type { OrderMailKind, OrderRecord } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'

const KINDS = ['confirmed', 'shipped', 'delivered'] as const satisfies OrderMailKind[]

/** The outbox keys of all mails that an order may have. */
export function orderMailKeys({ purchaseId }: OrderRecord) {
  return KINDS.map((kind) => mailKey(`order-${kind}`, purchaseId))
}

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
