import type { MailEntryOptions } from './mail-topic.ts'

/** A mail whose subject is another for each number. */
export function codeMail(number: number, to = 'asha@example.com'): MailEntryOptions {
  const code = String(number).padStart(6, '0')
  return { about: `code-${number}`, to, message: { kind: 'confirmation-code', data: { code } } }
}
