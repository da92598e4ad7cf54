import { mailEntry } from '@nashta/mail/mail-topic'
import type { PoolDeps } from './pool-deps.ts'

export type NoticeDeps = Pick<PoolDeps, 'newId' | 'publicUrl'>

export function passwordChangedNotice({ newId, publicUrl }: NoticeDeps, to: string) {
  return mailEntry({
    about: newId(),
    to,
    message: { kind: 'password-changed', data: { publicUrl } },
  })
}

export function emailChangedNotice({ newId, publicUrl }: NoticeDeps, oldAddress: string) {
  return mailEntry({
    about: newId(),
    to: oldAddress,
    message: { kind: 'email-changed', data: { publicUrl } },
  })
}
