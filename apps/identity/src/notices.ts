import { announcement } from '@nashta/mail/outbox-entry'
import type { PoolDeps } from './pool-deps.ts'

export type NoticeDeps = Pick<PoolDeps, 'newId' | 'publicUrl'>

export function passwordChangedNotice({ newId, publicUrl }: NoticeDeps, to: string) {
  return announcement({
    about: newId(),
    to,
    letter: { kind: 'password-changed', data: { publicUrl } },
  })
}

export function emailChangedNotice({ newId, publicUrl }: NoticeDeps, oldAddress: string) {
  return announcement({
    about: newId(),
    to: oldAddress,
    letter: { kind: 'email-changed', data: { publicUrl } },
  })
}
