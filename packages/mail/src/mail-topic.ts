import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { Topic } from '@nashta/outbox/relay'
import { assertSafeAddress, type MailContent, type MailTransport, messageIdOf } from './mail.ts'
import {
  type CodeData,
  confirmationCode,
  emailChanged,
  type EmailChangedData,
  emailCode,
  type NoticeData,
  passwordChanged,
  passwordResetCode,
  secondFactorOff,
  secondFactorOn,
  type ResetData,
} from './templates/account-mails.ts'
import { newsletterConfirm, type NewsletterData } from './templates/newsletter-mail.ts'
import { orderConfirmed, type OrderData, orderDelivered, orderShipped } from './templates/order-mails.ts'

type MailData = {
  'order-confirmed': OrderData
  'order-shipped': OrderData
  'order-delivered': OrderData
  'newsletter-confirm': NewsletterData
  'confirmation-code': CodeData
  'password-reset-code': ResetData
  'email-code': CodeData
  'password-changed': NoticeData
  'email-changed': EmailChangedData
  'second-factor-on': NoticeData
  'second-factor-off': NoticeData
}
type MailKind = keyof MailData

const TEMPLATES: { [Kind in MailKind]: (data: MailData[Kind]) => MailContent } = {
  'order-confirmed': orderConfirmed,
  'order-shipped': orderShipped,
  'order-delivered': orderDelivered,
  'newsletter-confirm': newsletterConfirm,
  'confirmation-code': confirmationCode,
  'password-reset-code': passwordResetCode,
  'email-code': emailCode,
  'password-changed': passwordChanged,
  'email-changed': emailChanged,
  'second-factor-on': secondFactorOn,
  'second-factor-off': secondFactorOff,
}

/** What the outbox stores of a mail, a tenth of the size that the relay renders from it. */
export type MailMessage<Kind extends MailKind = MailKind> = {
  [K in Kind]: { kind: K; data: MailData[K] }
}[Kind]

export type MailEntryOptions = {
  /** Of several mails with the same kind and the same id, such as that of an order, only the first is sent. */
  deduplicationId: string
  to: string
  message: MailMessage
}

export function mailEntry({ deduplicationId: id, to, message }: MailEntryOptions): OutboxEntry {
  assertSafeAddress(to)
  const { kind } = message
  return { topic: 'mail', kind, key: mailKey(kind, id), payload: JSON.stringify({ to, ...message }) }
}

/** The key of a mail in the outbox. */
export function mailKey(kind: MailKind, deduplicationId: string) {
  return `${kind}:${deduplicationId}`
}

export function renderMail(payload: string) {
  // `mailEntry` made the payload.
  const { to, ...message } = JSON.parse(payload) as MailMessage & { to: string }
  return { to, ...render(message) }
}

function render<Kind extends MailKind>({ kind, data }: MailMessage<Kind>) {
  return TEMPLATES[kind](data)
}

const MINUTE_MS = 60_000

export function mailTopic(transport: MailTransport): Topic {
  return {
    name: 'mail',
    batchSize: 1,
    // A getter, because a test pauses the topic by changing the transport's concurrency.
    get concurrency() {
      return transport.concurrency
    },
    gatherMs: 100,
    timeoutMs: MINUTE_MS,
    // Gives up after four days, about as long as mail servers retry.
    retry: { firstDelayMs: 2000, longestDelayMs: 15 * MINUTE_MS, giveUpAfterMs: 4 * 24 * 60 * MINUTE_MS },
    onFailure: 'retry entry',
    overdueMs: 10 * MINUTE_MS,
    async deliver([entry]) {
      if (!entry) return
      const { kind, key, payload } = entry
      await transport.send({ ...renderMail(payload), kind, messageId: messageIdOf(key) })
    },
  }
}
