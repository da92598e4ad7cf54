import { createTransport, type NodemailerError } from 'nodemailer'
import { writeLetter } from './letters.ts'
import { MailNotSent, type MailTransport } from './mail-transport.ts'
import { assertSafeSubject } from './mail.ts'

const CONNECTIONS = 5

const LIMITS = {
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
  limits?: Partial<typeof LIMITS>
}

export function createSmtpTransport({ url, from, limits }: SmtpOptions): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Trying again is the relay's, which remembers it.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...LIMITS,
    ...limits,
  })

  return {
    concurrency: CONNECTIONS,
    async send({ to, letter, messageId }) {
      const { subject, text, html } = writeLetter(letter)
      assertSafeSubject(subject)
      try {
        await smtp.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          // Nobody wants an answer from someone on holiday.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw asMailNotSent(error as NodemailerError)
      }
    },
    async close() {
      smtp.close()
    },
  }
}

function asMailNotSent({ code = 'UNKNOWN', responseCode, command }: NodemailerError) {
  // A refusal of our login or our sender says nothing of the mail: that is for the operator to mend.
  const ofThisMail = command === 'RCPT TO' || command === 'DATA'
  return new MailNotSent(responseCode ? `SMTP_${responseCode}` : code, {
    permanent: ofThisMail && responseCode !== undefined && responseCode >= 500,
  })
}
