import { join } from 'node:path'
import { limitMails } from './limit-mails.ts'
import { createMailSenders, type MailSenders } from './mail-senders.ts'
import type { MailTransport } from './mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { type Mailbox, openSqliteMailbox } from './sqlite-mailbox.ts'

const DEFAULT_FROM = 'hello@shop.invalid'

export type OpenMailOptions = {
  settings: {
    SMTP_URL?: string | undefined
    MAIL_FROM: string
    PUBLIC_URL?: string | undefined
    CLOUD: string
  }
  dataFolder: string
  now: () => Date
}

type OpenedMail = {
  transport: MailTransport
  senders: MailSenders
  /** The mailbox to show at `/dev/mailbox`; null when `/dev/mailbox` is not served. */
  mailbox: Mailbox | null
}

/**
 * Mails are sent by SMTP when SMTP_URL is set. Without SMTP_URL, they leave through the mail server
 * that the owner wrote at the desk. Without that, they are stored in a mailbox.
 */
export function openMail({ settings, dataFolder, now }: OpenMailOptions): OpenedMail {
  const isOnline = Boolean(settings.PUBLIC_URL) || settings.CLOUD === 'aws'
  if (settings.SMTP_URL) {
    const smtp = createSmtpTransport({ url: settings.SMTP_URL, from: settings.MAIL_FROM || DEFAULT_FROM })
    const { transport, senders } = createMailSenders({ isFixed: true, isPublic: isOnline, fallback: smtp })
    return { transport: limitMails(transport, now), senders, mailbox: null }
  }
  const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now })
  const { transport, senders } = createMailSenders({ isFixed: false, isPublic: isOnline, fallback: mailbox })
  // `/dev/mailbox` is served only to clients on this machine. Behind a proxy on this machine that
  // adds no header such as `x-forwarded-for`, every visitor looks like a client on this machine.
  const mayBeBehindProxy = Boolean(settings.PUBLIC_URL)
  return { transport: limitMails(transport, now), senders, mailbox: mayBeBehindProxy ? null : mailbox }
}
