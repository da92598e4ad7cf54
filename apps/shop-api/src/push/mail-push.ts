import { orderPath } from '@nashta/contracts/orders/order-texts'
import type { Shop } from '@nashta/contracts/shop/shop'
import { readOrderMail, readStockAlertMail } from '@nashta/mail/mail-topic'
import type { ReadableEntry } from '@nashta/outbox/outbox'
import type { CausedPush } from './push-message.ts'

/** The push message that says what a mail to a shopper says; null for mails that cause none. */
export function mailPushOf(entry: ReadableEntry, shop: Shop | null): CausedPush | null {
  return orderPushOf(entry, shop) ?? stockAlertPushOf(entry, shop)
}

/** The push message about a step of an order. */
function orderPushOf(entry: ReadableEntry, shop: Shop | null): CausedPush | null {
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
      ...(accountSub === undefined ? [] : [accountTarget(accountSub, purchaseId, orderUrl)]),
    ],
  }
}

/** The devices of the account. A tap opens the order's page, which needs a sign-in; the link of the mail needs none. */
function accountTarget(accountSub: string, purchaseId: string, orderUrl: string) {
  return {
    audience: `user#${accountSub}` as const,
    // Few accounts have a device, so the URL is made only when it is read.
    get url() {
      return new URL(orderPath(purchaseId), orderUrl).href
    },
  }
}

/** The push message that a product is back, for a shopper with an account. */
function stockAlertPushOf(entry: ReadableEntry, shop: Shop | null): CausedPush | null {
  const mail = readStockAlertMail(entry)
  if (mail?.accountSub === undefined) return null
  const { accountSub, url, renderParts } = mail
  return {
    readText() {
      const { subject, preview } = renderParts(shop)
      return { title: subject, body: preview, tag: entry.key }
    },
    targets: [{ audience: `user#${accountSub}`, url }],
  }
}
