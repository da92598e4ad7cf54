import { mailEntry } from '@nashta/mail/mail-topic'
import type { PoolDeps } from './pool-deps.ts'

export type NoticeDeps = Pick<PoolDeps, 'newId' | 'publicUrl'>

/** The outbox entry of a mail about a change of the account. */
export function noticeEntry(
  { newId, publicUrl }: NoticeDeps,
  kind: 'password-changed' | 'second-factor-on' | 'second-factor-off' | 'second-factor-replaced',
  to: string,
) {
  // The id is new, so that every change sends its own mail.
  return mailEntry({
    deduplicationId: newId(),
    to,
    message: { kind, data: { publicUrl } },
  })
}

/** The outbox entry of the mail to the old address. Its link undoes the change of the address. */
export function emailChangedEntry({ newId, publicUrl }: NoticeDeps, to: string, undoToken: string) {
  return mailEntry({
    deduplicationId: newId(),
    to,
    message: { kind: 'email-changed', data: { publicUrl, token: undoToken } },
  })
}
