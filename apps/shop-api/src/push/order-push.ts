import { orderPath } from '@nashta/contracts/orders/order-texts'
import type { Shop } from '@nashta/contracts/shop/shop'
import { readOrderMail } from '@nashta/mail/mail-topic'
import type { ReadableEntry } from '@nashta/outbox/outbox'
import type { CausedPush } from './push-message.ts'

/** The push message about a step of an order, which says what its mail says; null for other mails. */
export function orderPushOf(entry: ReadableEntry, shop: Shop | null): CausedPush | null {
  const mail = readOrderMail(entry)
  if (!mail) return null
  const { purchaseId, accountSub, orderUrl, renderParts } = mail
  return {
    readText() {
      const { subject, preview } = renderParts(shop)
      return { title: subject, body: preview, tag: `order-${purchaseId}` }
    },
    targets: [
      { audience: `order#${purchaseId}`, url: orderUrl },
      // Needs a sign-in, unlike the link.
      ...(accountSub === undefined
        ? []
        : [{ audience: `user#${accountSub}` as const, url: new URL(orderPath(purchaseId), orderUrl).href }]),
    ],
  }
}
