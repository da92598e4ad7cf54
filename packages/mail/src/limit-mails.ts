import { foldEmail } from '@nashta/contracts/account/checks'
import { MAIL_LIMITS, type RateLimitRule } from '@nashta/contracts/api/rate-limits'
import type { MailTransport } from './mail.ts'

const RECIPIENTS_MAX = 50_000

/**
 * The limit of each kind of mail that a stranger can cause by typing another person's address, for
 * example at sign-up or in a guest's order. Other mails have no limit.
 */
const LIMITS = new Map<string, RateLimitRule>([
  ['confirmation-code', MAIL_LIMITS.standard],
  ['password-reset-code', MAIL_LIMITS.passwordReset],
  ['email-code', MAIL_LIMITS.standard],
  ['newsletter-confirm', MAIL_LIMITS.standard],
  ['ticket-received', MAIL_LIMITS.standard],
  ['order-confirm-cash', MAIL_LIMITS.standard],
  ['order-confirmed', MAIL_LIMITS.standard],
  ['order-cancelled', MAIL_LIMITS.standard],
  ['order-refund-started', MAIL_LIMITS.standard],
  ['order-refund-done', MAIL_LIMITS.standard],
  ['order-refund-failed', MAIL_LIMITS.standard],
])

/**
 * Counts the mails to each recipient that strangers can cause, and drops those beyond the limit.
 * All kinds with a limit, and all services of this process, share one count (see `MAIL_LIMITS`).
 * Counts are in memory. Each service also has its own stored limits.
 */
export function limitMails(transport: MailTransport, now: () => Date): MailTransport {
  /**
   * The time of each sent mail, by recipient and Message-ID. A retry has the same Message-ID, so it
   * counts once. The recipient of the newest mail is at the end.
   */
  const sent = new Map<string, Map<string, number>>()

  /** Counts the mail and returns true, or returns false when the limit is reached. */
  function countIfAllowed(to: string, messageId: string, { limit, perSeconds }: RateLimitRule) {
    const time = now().getTime()
    const recipient = foldEmail(to)
    const mails = sent.get(recipient) ?? new Map<string, number>()
    // `mails` has mails of all kinds, and all limits have the same `perSeconds`.
    for (const [id, at] of mails) if (at <= time - perSeconds * 1000) mails.delete(id)
    if (!mails.has(messageId) && mails.size >= limit) return false
    mails.set(messageId, time)
    moveToEnd(recipient, mails)
    evictAboveMax()
    return true
  }

  function moveToEnd(recipient: string, mails: Map<string, number>) {
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
      const rule = LIMITS.get(mail.kind ?? '')
      if (!rule || countIfAllowed(mail.to, mail.messageId, rule)) await transport.send(mail)
    },
    eraseMails: async (keys, addresses) => transport.eraseMails?.(keys, addresses),
    close: () => transport.close(),
  }
}
