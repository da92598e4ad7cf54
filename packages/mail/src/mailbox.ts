import type { MailTransport } from './mail-transport.ts'
import type { Mail } from './mail.ts'

export type MailboxMessage = Mail & { id: string; sentAt: string }

/** Where mails go when no mail server is set: kept for whoever runs the store, and sent nowhere. */
export interface Mailbox extends MailTransport {
  /** Newest first; those to one address, however its letters are cased, or all. */
  list(to?: string): Promise<MailboxMessage[]>

  /** Null for a message that was never there, or is no longer. */
  find(id: string): Promise<MailboxMessage | null>
}
