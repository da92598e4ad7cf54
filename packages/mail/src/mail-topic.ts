import type { Shop } from '@nashta/contracts/shop/shop'
import type { OutboxEntry, ReadableEntry } from '@nashta/outbox/outbox'
import type { Topic } from '@nashta/outbox/relay'
import { assertSafeAddress, type MailTransport, messageIdOf } from './mail.ts'
import {
  type CodeData,
  confirmationCode,
  emailChanged,
  type EmailChangedData,
  emailChangeUndone,
  type EmailChangeUndoneData,
  emailCode,
  type LostRolesData,
  newAdmin,
  type NoticeData,
  type OperatorData,
  operatorLostRoles,
  passwordChanged,
  passwordResetCode,
  secondFactorOff,
  secondFactorOn,
  secondFactorReplaced,
  type ResetData,
} from './templates/account-mails.ts'
import { layOutMail, type MailParts } from './templates/layout.ts'
import { newsletterConfirm, type NewsletterData } from './templates/newsletter-mail.ts'
import {
  orderCancelled,
  orderConfirmed,
  type OrderData,
  orderDelivered,
  orderPaymentNotFound,
  orderShipped,
  orderToConfirm,
  refundDone,
  refundFailed,
  refundStarted,
} from './templates/order-mails.ts'
import {
  ticketAcknowledged,
  ticketClosed,
  ticketReceived,
  type TicketReceivedData,
  ticketReplied,
  type TicketStepData,
} from './templates/ticket-mails.ts'

type MailData = {
  'order-confirm-cash': OrderData
  'order-confirmed': OrderData
  'order-shipped': OrderData
  'order-delivered': OrderData
  'order-cancelled': OrderData
  'order-payment-not-found': OrderData
  'order-refund-started': OrderData
  'order-refund-done': OrderData
  'order-refund-failed': OrderData
  'newsletter-confirm': NewsletterData
  'ticket-received': TicketReceivedData
  'ticket-acknowledged': TicketStepData
  'ticket-replied': TicketStepData
  'ticket-closed': TicketStepData
  'confirmation-code': CodeData
  'password-reset-code': ResetData
  'email-code': CodeData
  'password-changed': NoticeData
  'email-changed': EmailChangedData
  'email-change-undone': EmailChangeUndoneData
  'operator-lost-roles': LostRolesData
  'new-admin': OperatorData
  'second-factor-on': NoticeData
  'second-factor-off': NoticeData
  'second-factor-replaced': NoticeData
}
type MailKind = keyof MailData

const TEMPLATES: { [Kind in MailKind]: (data: MailData[Kind]) => MailParts } = {
  'order-confirm-cash': orderToConfirm,
  'order-confirmed': orderConfirmed,
  'order-shipped': orderShipped,
  'order-delivered': orderDelivered,
  'order-cancelled': orderCancelled,
  'order-payment-not-found': orderPaymentNotFound,
  'order-refund-started': refundStarted,
  'order-refund-done': refundDone,
  'order-refund-failed': refundFailed,
  'newsletter-confirm': newsletterConfirm,
  'ticket-received': ticketReceived,
  'ticket-acknowledged': ticketAcknowledged,
  'ticket-replied': ticketReplied,
  'ticket-closed': ticketClosed,
  'confirmation-code': confirmationCode,
  'password-reset-code': passwordResetCode,
  'email-code': emailCode,
  'password-changed': passwordChanged,
  'email-changed': emailChanged,
  'email-change-undone': emailChangeUndone,
  'operator-lost-roles': operatorLostRoles,
  'new-admin': newAdmin,
  'second-factor-on': secondFactorOn,
  'second-factor-off': secondFactorOff,
  'second-factor-replaced': secondFactorReplaced,
}

/** The outbox stores this instead of the rendered mail, which is about ten times as large. */
export type MailMessage<Kind extends MailKind = MailKind> = {
  [K in Kind]: { kind: K; data: MailData[K] }
}[Kind]

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

export function renderMail(payload: string, shop: Shop | null) {
  // The cast is safe, because `mailEntry` made the payload.
  const {
    to,
    isForOwner: isCausedByOwner = false,
    accountSub,
    ...message
  } = JSON.parse(payload) as MailPayload
  return { to, isCausedByOwner, accountSub, ...layOutMail(partsOf(message), shop) }
}

/** What the entry of a mail about an order says and where it leads; null for other entries. */
export function readOrderMail({ kind, payload }: Pick<ReadableEntry, 'kind' | 'payload'>) {
  if (!isOrderMail(kind)) return null
  // The cast is safe, because `mailEntry` made the payload.
  const { data, accountSub } = JSON.parse(payload) as MailPayload & { data: OrderData }
  const { subject, preview } = TEMPLATES[kind](data)
  const { purchase, orderUrl } = data
  return { purchaseId: purchase.purchaseId, accountSub, orderUrl, subject, preview }
}

type OrderMail = { [Kind in MailKind]: MailData[Kind] extends OrderData ? Kind : never }[MailKind]

function isOrderMail(kind: string): kind is OrderMail {
  return kind.startsWith('order-') && kind in TEMPLATES
}

function partsOf<Kind extends MailKind>({ kind, data }: MailMessage<Kind>) {
  return TEMPLATES[kind](data)
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
 * Renders and sends the mails of the outbox. While the shop's record cannot be read, mails are sent
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
      const { kind, key, payload } = entry
      const messageId = messageIdOf(key)
      const shop = await readShop().catch(() => null)
      const { isCausedByOwner, accountSub, ...mail } = renderMail(payload, shop)
      // While the user pool cannot be asked, the mail goes to the address of the order.
      const current = accountSub === undefined ? null : await emailOfAccount(accountSub).catch(() => null)
      const to = current ?? mail.to
      assertSafeAddress(to)
      // The transport limits mails by their kind. A mail without a kind has no limit.
      await transport.send({ ...mail, to, ...(!isCausedByOwner && { kind }), messageId })
    },
  }
}
