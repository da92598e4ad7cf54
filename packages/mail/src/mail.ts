import { hash } from 'node:crypto'
import { isEmail } from '@nashta/contracts/account/checks'
import type { UnrenderedContent } from './render-content.ts'
import type { MailContent } from './templates/layout.ts'

type MailToSend = {
  to: string
  content: MailContent | UnrenderedContent
  messageId: string
  /** For example `password-reset-code`. Mails without a kind have no limit in limit-mails.ts. */
  kind?: string
}

export interface MailTransport {
  /** How many mails may be sent at once. */
  readonly concurrency: number

  /**
   * Resolves once the mailbox or the mail server has confirmed that the mail is stored. Rejects
   * with `DeliveryFailed` when no confirmation comes, although the mail may have been sent, and
   * with `DeliveryDelayed` when the recipient has had too many mails.
   * A retry is safe: a mailbox can recognise the duplicate by its Message-ID.
   */
  send(mail: MailToSend): Promise<void>

  /**
   * Deletes mails that the transport itself stores: those with these outbox keys and those to these
   * addresses. Mails on a mail server are out of reach.
   */
  eraseMails?(keys: readonly string[], addresses: readonly string[]): Promise<void>

  close(): Promise<void>
}

/**
 * Makes the Message-ID of the mail with this outbox key. All attempts to send the mail have the
 * same one, so that a mailbox can drop a duplicate.
 */
export function messageIdOf(key: string) {
  return `<${hash('sha256', key).slice(0, 40)}@mail.invalid>`
}

/** Control characters, and the line and paragraph separators of Unicode. */
const BREAKS_A_HEADER = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Text after a line break in an address would become another header, such as Bcc. */
export function assertSafeAddress(to: string) {
  if (!isEmail(to)) throw new TypeError('A mail goes to one plain address')
}

/** Text after a line break in a subject would become another header too. */
export function assertSafeSubject(subject: string) {
  if (subject === '' || BREAKS_A_HEADER.test(subject))
    throw new TypeError('The subject of a mail is one line of text')
}
