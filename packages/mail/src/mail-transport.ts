import type { KeptLetter } from './letters.ts'

/** A letter is written out by whoever needs to read it. */
export type OutgoingMail = { to: string; letter: KeptLetter; messageId: string }

export interface MailTransport {
  /** How many mails it takes at once. */
  readonly concurrency: number

  /**
   * Resolves once the mail is safe in other hands. Rejects with `MailNotSent` otherwise, and then nobody
   * knows whether it left: sending it again must be harmless.
   */
  send(mail: OutgoingMail): Promise<void>

  close(): Promise<void>
}

/** `code` says why, in one word. Neither it nor the message may name an address: both are logged. */
export class MailNotSent extends Error {
  readonly code: string
  /** Whether the same mail would be refused again however often it is tried. */
  readonly permanent: boolean

  constructor(code: string, { permanent }: { permanent: boolean }) {
    super(`The mail was not sent: ${code}`)
    this.name = 'MailNotSent'
    this.code = code
    this.permanent = permanent
  }
}
