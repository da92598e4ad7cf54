import type { MailEntryOptions } from './mail-topic.ts'

/** The options of a mail whose code, and so its subject, contains the number. */
export function codeMail(number: number, to = 'asha@example.com'): MailEntryOptions {
  const code = String(number).padStart(6, '0')
  return { deduplicationId: `code-${number}`, to, message: { kind: 'confirmation-code', data: { code } } }
}
