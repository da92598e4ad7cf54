import type { MailEntryOptions } from './mail-topic.ts'

/** A mail with the number in its subject. */
export function codeMail(number: number, to = 'asha@example.com'): MailEntryOptions {
  const code = String(number).padStart(6, '0')
  return { deduplicationId: `code-${number}`, to, message: { kind: 'confirmation-code', data: { code } } }
}
