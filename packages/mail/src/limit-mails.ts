import { foldEmail } from '@nashta/contracts/account/checks'
import { MAIL_BUDGET, type MailGroup } from '@nashta/contracts/api/rate-limits'
import { DeliveryDelayed } from '@nashta/outbox/outbox'
import type { MailTransport } from './mail.ts'

const RECIPIENTS_MAX = 50_000

/**
 * The group of each kind of mail that a stranger can cause by typing another person's address, for
 * example at sign-up or in a guest's order. Other mails have no limit.
 */
const GROUPS = new Map<string, MailGroup>([
  ['password-reset-code', 'reset'],
  ['confirmation-code', 'code'],
  ['email-code', 'code'],
  ['order-confirm-cash', 'order'],
  ['order-confirmed', 'order'],
  ['order-cancelled', 'order'],
  ['order-payment-not-found', 'order'],
  ['order-refund-started', 'order'],
  ['order-refund-done', 'order'],
  ['order-refund-failed', 'order'],
  ['newsletter-confirm', 'other'],
  ['stock-alert-confirm', 'other'],
  ['ticket-received', 'other'],
])

type SentMail = { group: MailGroup; at: number }

/**
 * Counts the mails to each recipient that strangers can cause. A mail beyond the budget (see
 * `MAIL_BUDGET`) waits: `send` rejects with `DeliveryDelayed`. All services of this process share
 * the counts, which are in memory. Each service also has its own stored limits.
 *
 * A reset beyond the budget is not sent, because its link would expire while it waits. The place
 * that is reserved for resets was then used within the hour, and the link of that mail still works.
 */
export function limitMails(transport: MailTransport, now: () => Date): MailTransport {
  /**
   * The sent mails, by recipient and Message-ID. A retry has the same Message-ID, so it counts
   * once. The recipient of the newest mail is at the end.
   */
  const sent = new Map<string, Map<string, SentMail>>()

  /** Counts the mail and returns null. If the mail has to wait, returns when the next place is free. */
  function countMail(to: string, messageId: string, group: MailGroup) {
    const time = now().getTime()
    const recipient = foldEmail(to)
    const mails = sent.get(recipient) ?? new Map<string, SentMail>()
    const lifetime = MAIL_BUDGET.total.perSeconds * 1000
    for (const [id, { at }] of mails) if (at <= time - lifetime) mails.delete(id)
    if (!mails.has(messageId) && !hasPlace([...mails.values()], group)) {
      const oldest = Math.min(...Array.from(mails.values(), ({ at }) => at))
      return new Date(oldest + lifetime)
    }
    mails.set(messageId, { group, at: time })
    moveToEnd(recipient, mails)
    evictAboveMax()
    return null
  }

  function moveToEnd(recipient: string, mails: Map<string, SentMail>) {
    sent.delete(recipient)
    sent.set(recipient, mails)
  }

  function evictAboveMax() {
    const [oldest] = sent.keys()
    if (sent.size > RECIPIENTS_MAX && oldest !== undefined) sent.delete(oldest)
  }

  return {
    // A getter, because the transport's concurrency may change.
    get concurrency() {
      return transport.concurrency
    },
    async send(mail) {
      const group = GROUPS.get(mail.kind ?? '')
      const waitUntil = group ? countMail(mail.to, mail.messageId, group) : null
      if (waitUntil && group === 'reset') return
      if (waitUntil) throw new DeliveryDelayed(waitUntil)
      await transport.send(mail)
    },
    eraseMails: async (keys, addresses) => transport.eraseMails?.(keys, addresses),
    close: () => transport.close(),
  }
}

/** Whether one more mail of the group leaves the unused places that are reserved for other groups. */
function hasPlace(mails: readonly SentMail[], group: MailGroup) {
  const { total, reserved } = MAIL_BUDGET
  const unusedByOthers = (Object.keys(reserved) as MailGroup[])
    .filter((other) => other !== group)
    .map((other) => Math.max(0, reserved[other] - mails.filter((mail) => mail.group === other).length))
  return mails.length + unusedByOthers.reduce((sum, places) => sum + places, 0) < total.limit
}
