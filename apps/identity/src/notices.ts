import { mailEntry } from '@nashta/mail/mail-topic'
import type { PoolDeps } from './pool-deps.ts'

export type NoticeDeps = Pick<PoolDeps, 'newId' | 'publicUrl'>

/** The outbox entry of a mail about a change of the account; `email-changed` goes to the old address. */
export function noticeEntry(
  { newId, publicUrl }: NoticeDeps,
  kind: 'password-changed' | 'email-changed' | 'second-factor-on' | 'second-factor-off',
  to: string,
) {
  // A new id, so that every change sends its own mail.
  return mailEntry({ deduplicationId: newId(), to, message: { kind, data: { publicUrl } } })
}
