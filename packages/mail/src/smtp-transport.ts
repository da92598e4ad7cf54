import { DeliveryFailed } from '@nashta/outbox/outbox'
import { createTransport, type NodemailerError } from 'nodemailer'
import { assertSafeSubject, type MailTransport } from './mail.ts'
import { renderContent } from './render-content.ts'

const CONNECTIONS = 5

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

export type SmtpOptions = {
  /**
   * `smtps:` always uses TLS. `smtp:` uses TLS if the server offers it. `smtp:` with
   * `?requireTLS=true` fails if the server does not offer it.
   */
  url: string
  /** The sender's address, for example `hello@snacks.example` or `Nashta <hello@snacks.example>`. */
  from: string
  timeouts?: Partial<typeof TIMEOUTS>
}

export function createSmtpTransport({ url, from, timeouts }: SmtpOptions): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // nodemailer must not retry: the outbox's relay retries, and counts the failures of each mail.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
    ...timeouts,
  })

  return {
    concurrency: CONNECTIONS,
    async send({ to, content, messageId }) {
      const { senderName, subject, text, html } = renderContent(content)
      assertSafeSubject(subject)
      try {
        await smtp.sendMail({
          from: { name: senderName, address: addressOf(from) },
          // An object, because nodemailer would parse a string as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          // Mail servers send no automatic replies, such as holiday notices, to a mail with this header.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw toDeliveryFailed(error as NodemailerError)
      }
    },
    async close() {
      smtp.close()
    },
  }
}

/**
 * Returns `hello@snacks.example` for `Nashta <hello@snacks.example>`. The name is dropped, because
 * each mail is sent under its own `senderName`.
 */
function addressOf(from: string) {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
}

/**
 * A failure is permanent when the server refuses the recipient or the content with a 5xx code. The
 * refusal of our login or our sender is not permanent: the operator can correct the settings.
 */
function toDeliveryFailed({ code = 'UNKNOWN', responseCode, command }: NodemailerError) {
  const isRefusalOfMail = command === 'RCPT TO' || command === 'DATA'
  return new DeliveryFailed(responseCode ? `SMTP_${responseCode}` : code, {
    isPermanent: isRefusalOfMail && responseCode !== undefined && responseCode >= 500,
  })
}
