import { DeliveryFailed } from '@nashta/outbox/outbox'
import { createTransport, type NodemailerError } from 'nodemailer'
import { assertSafeSubject, type MailTransport } from './mail.ts'

const CONNECTIONS = 5

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

export type SmtpOptions = {
  /** `smtps:` is TLS from the start; `smtp:` turns to TLS when the server offers it, or must with `?requireTLS=true`. */
  url: string
  /** As in `Nashta <hello@snacks.example>`. */
  from: string
  timeouts?: Partial<typeof TIMEOUTS>
}

export function createSmtpTransport({ url, from, timeouts }: SmtpOptions): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // The relay retries, because it stores the failures.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
    ...timeouts,
  })

  return {
    concurrency: CONNECTIONS,
    async send({ to, subject, text, html, messageId }) {
      assertSafeSubject(subject)
      try {
        await smtp.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          // Stops automatic replies, such as those of people on holiday.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw asDeliveryFailed(error as NodemailerError)
      }
    },
    async close() {
      smtp.close()
    },
  }
}

function asDeliveryFailed({ code = 'UNKNOWN', responseCode, command }: NodemailerError) {
  // When the server refuses our login or our sender, the operator has to act and the mail can still be sent.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return new DeliveryFailed(responseCode ? `SMTP_${responseCode}` : code, {
    permanent: isAboutMail && responseCode !== undefined && responseCode >= 500,
  })
}
