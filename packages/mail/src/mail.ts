import { hash } from 'node:crypto'
import { isEmail } from '@nashta/contracts/account/checks'

export type MailContent = { subject: string; text: string; html: string }

export type Mail = MailContent & { to: string }

export interface MailTransport {
  /** How many mails it sends at once. */
  readonly concurrency: number

  /**
   * Resolves once the mail is stored by the mailbox or the mail server. Rejects with `DeliveryFailed` otherwise; the
   * mail may have left even then, so that sending it again must be harmless.
   */
  send(mail: Mail & { messageId: string }): Promise<void>

  close(): Promise<void>
}

/** The same for every attempt to send one mail, so that a mailbox can drop a duplicate. */
export function messageIdOf(key: string) {
  return `<${hash('sha256', key).slice(0, 40)}@mail.nashta>`
}

const BREAKS_A_HEADER = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** A line break in an address would begin a header of the attacker's own. */
export function assertSafeAddress(to: string) {
  if (!isEmail(to)) throw new TypeError('A mail goes to one plain address')
}

/** A line break in a subject would do the same. */
export function assertSafeSubject(subject: string) {
  if (subject === '' || BREAKS_A_HEADER.test(subject))
    throw new TypeError('The subject of a mail is one line of text')
}
