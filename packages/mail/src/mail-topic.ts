import type { MailKind } from '@nashta/contracts/mails/mails'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { OutboxEntry, ReadableEntry } from '@nashta/outbox/outbox'
import type { Topic } from '@nashta/outbox/relay'
import { assertSafeAddress, type MailTransport, messageIdOf } from './mail.ts'
import { isOrderMailKind, type MailMessage, type OrderMailKind, partsOf } from './render-content.ts'
import { senderOf } from './templates/layout.ts'

export type MailEntryOptions = {
  /** For example an order's id. Of mails with the same kind and id, only the first is sent. */
  deduplicationId: string
  to: string
  message: MailMessage
  /**
   * Whether the owner of the address caused the mail. Such a mail does not count towards the limits
   * of mails that strangers cause.
   */
  isCausedByOwner?: boolean
  /**
   * The sub of the account that the mail is for. The mail goes to the address that the account has
   * when it is sent, or to `to` if there is no such account.
   */
  accountSub?: string
}

/** Stored in the outbox, where `isCausedByOwner` has the older name `isForOwner`. */
type MailPayload = MailMessage & { to: string; isForOwner?: boolean; accountSub?: string }

export function mailEntry(options: MailEntryOptions): OutboxEntry {
  const { deduplicationId: id, to, message, isCausedByOwner, accountSub } = options
  assertSafeAddress(to)
  const { kind } = message
  const payload = JSON.stringify({
    to,
    ...(isCausedByOwner && { isForOwner: true }),
    ...(accountSub !== undefined && { accountSub }),
    ...message,
  })
  return { topic: 'mail', kind, key: mailKey(kind, id), payload }
}

/** The key of a mail in the outbox. */
export function mailKey(kind: MailKind, deduplicationId: string) {
  return `${kind}:${deduplicationId}`
}

/** A push message and the mail are made from one entry, so its payload is parsed once. */
function parsePayload(entry: Pick<ReadableEntry, 'payload' | 'parsed'>): MailPayload {
  // The cast is safe, because `mailEntry` made the payload.
  entry.parsed ??= JSON.parse(entry.payload)
  return entry.parsed as MailPayload
}

/** Reads an entry of `mailEntry`. `shop` sends the mail; null when its record is not known. */
export function readMailEntry(entry: Pick<ReadableEntry, 'payload' | 'parsed'>, shop: Shop | null) {
  const { to, isForOwner: isCausedByOwner = false, accountSub, ...message } = parsePayload(entry)
  return { to, isCausedByOwner, accountSub, content: { message, sender: senderOf(shop) } }
}

/**
 * Where the entry of a mail about an order leads, and a function that renders what it says. Null for
 * other entries.
 */
export function readOrderMail(entry: Pick<ReadableEntry, 'kind' | 'payload' | 'parsed'>) {
  const { kind } = entry
  if (!isOrderMailKind(kind)) return null
  // The cast is safe, because `mailEntry` made the payload.
  const { data, accountSub } = parsePayload(entry) as MailPayload & MailMessage<OrderMailKind>
  const { purchase, orderUrl } = data
  const renderParts = (shop: Shop | null) => partsOf({ kind, data }, senderOf(shop))
  return { purchaseId: purchase.purchaseId, accountSub, orderUrl, renderParts }
}

/** As `readOrderMail`, for a mail that a product is back. */
export function readStockAlertMail(entry: Pick<ReadableEntry, 'kind' | 'payload' | 'parsed'>) {
  if (entry.kind !== 'stock-alert') return null
  // The cast is safe, because `mailEntry` made the payload.
  const { data, accountSub } = parsePayload(entry) as MailPayload & MailMessage<'stock-alert'>
  const renderParts = (shop: Shop | null) => partsOf({ kind: 'stock-alert', data }, senderOf(shop))
  return { accountSub, url: data.url, renderParts }
}

const MINUTE_MS = 60_000

/**
 * Reads the shop's record, which names the sender of every mail. Resolves to null in a process that
 * does not know the shop.
 */
export type ReadShop = () => Promise<Shop | null>

/** The verified address that the account has now; null when there is none. */
export type EmailOfAccount = (sub: string) => Promise<string | null>

/**
 * Sends the mails of the outbox. While the shop's record cannot be read, mails are sent
 * without it, because a code must not wait.
 */
export function mailTopic(
  transport: MailTransport,
  readShop: ReadShop,
  emailOfAccount: EmailOfAccount = async () => null,
): Topic {
  return {
    name: 'mail',
    batchSize: 1,
    // A getter, because a test pauses the topic by changing the transport's concurrency.
    get concurrency() {
      return transport.concurrency
    },
    gatherMs: 100,
    timeoutMs: MINUTE_MS,
    retry: { firstDelayMs: 2000, longestDelayMs: 15 * MINUTE_MS },
    onFailure: 'retry entry',
    // Four days, about as long as mail servers retry.
    giveUpAfterMs: 4 * 24 * 60 * MINUTE_MS,
    overdueMs: 10 * MINUTE_MS,
    async deliver([entry]) {
      if (!entry) return
      const { kind, key } = entry
      const messageId = messageIdOf(key)
      const shop = await readShop().catch(() => null)
      const { isCausedByOwner, accountSub, content, to: payloadTo } = readMailEntry(entry, shop)
      // While the user pool cannot be asked, the mail goes to the address of the order.
      const current = accountSub === undefined ? null : await emailOfAccount(accountSub).catch(() => null)
      const to = current ?? payloadTo
      assertSafeAddress(to)
      // The transport limits mails by their kind. A mail without a kind has no limit.
      await transport.send({ to, content, ...(!isCausedByOwner && { kind }), messageId })
    },
  }
}
