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
 * The transport is SMTP when SMTP_URL is set, otherwise the mailbox. The result has a `mailbox`
 * only if its pages may be served. They are for clients on this machine only, so they are not
 * served with PUBLIC_URL: a proxy on this machine that adds no header such as `x-forwarded-for`
 * would make every visitor look like such a client.
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
