import { join } from 'node:path'
import type { MailTransport } from './mail-transport.ts'
import type { Mailbox } from './mailbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { openSqliteMailbox } from './sqlite-mailbox.ts'

const DEFAULT_FROM = 'Nashta <hello@nashta.invalid>'

export type OpenMailOptions = {
  settings: { SMTP_URL?: string | undefined; MAIL_FROM: string }
  dataFolder: string
  now: () => Date
}

/** Through a mail server where one is set, otherwise into a mailbox that whoever runs the store can read. */
export function openMail({ settings, dataFolder, now }: OpenMailOptions): {
  transport: MailTransport
  mailbox: Mailbox | null
} {
  if (settings.SMTP_URL) {
    const transport = createSmtpTransport({
      url: settings.SMTP_URL,
      from: settings.MAIL_FROM || DEFAULT_FROM,
    })
    return { transport, mailbox: null }
  }
  const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now })
  return { transport: mailbox, mailbox }
}
