import { join } from 'node:path'
import { limitMails } from './limit-mails.ts'
import type { MailTransport } from './mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { type Mailbox, openSqliteMailbox } from './sqlite-mailbox.ts'

const DEFAULT_FROM = 'Nashta <hello@nashta.invalid>'

export type OpenMailOptions = {
  settings: { SMTP_URL?: string | undefined; MAIL_FROM: string; PUBLIC_URL?: string | undefined }
  dataFolder: string
  now: () => Date
}

/**
 * Mails are sent by SMTP when SMTP_URL is set. Otherwise they go to the mailbox, whose pages only
 * clients on this machine may see. A store with PUBLIC_URL may be behind a proxy on this machine.
 * If the proxy adds no header such as `x-forwarded-for`, every visitor seems to be on this machine.
 * So the returned `mailbox` is null with PUBLIC_URL, and its pages are not served.
 */
export function openMail({ settings, dataFolder, now }: OpenMailOptions): {
  transport: MailTransport
  mailbox: Mailbox | null
} {
  if (settings.SMTP_URL) {
    const transport = createSmtpTransport({
      url: settings.SMTP_URL,
      from: settings.MAIL_FROM || DEFAULT_FROM,
    })
    return { transport: limitMails(transport, now), mailbox: null }
  }
  const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now })
  return { transport: limitMails(mailbox, now), mailbox: settings.PUBLIC_URL ? null : mailbox }
}
