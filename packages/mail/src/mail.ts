import { createHash } from 'node:crypto'
import { isEmail } from '@nashta/contracts/email'

export type MailContent = { subject: string; text: string; html: string }

export type Mail = MailContent & { to: string }

export type MailKind =
  | 'order-confirmed'
  | 'order-shipped'
  | 'order-delivered'
  | 'newsletter-confirm'
  | 'confirmation-code'
  | 'password-reset-code'
  | 'email-code'
  | 'password-changed'
  | 'email-changed'

export type OutboxEntry = {
  kind: MailKind
  /** Says what is announced; the outbox keeps the first entry of each. */
  dedupKey: string
  mail: Mail
}

export type AnnouncementOptions = {
  kind: MailKind
  /** The id of what is announced: an order, a subscription. */
  about: string
  to: string
  content: MailContent
}

export function announcement({ kind, about, to, content }: AnnouncementOptions): OutboxEntry {
  return { kind, dedupKey: `${kind}:${about}`, mail: { to, ...content } }
}

/** The same for every try of one mail, so that a mailbox that gets it twice can tell. */
export function messageIdOf(dedupKey: string) {
  return `<${createHash('sha256').update(dedupKey).digest('hex').slice(0, 40)}@mail.nashta>`
}

const BREAKS_A_HEADER = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whoever could put a line break into an address or a subject could write headers of their own. */
export function assertSafeHeaders({ to, subject }: Mail) {
  if (!isEmail(to)) throw new TypeError('A mail goes to one plain address')
  if (subject === '' || BREAKS_A_HEADER.test(subject))
    throw new TypeError('The subject of a mail is one line of text')
}
