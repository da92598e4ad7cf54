import { announcement } from '@nashta/mail/mail'
import { emailChanged } from '@nashta/mail/templates/email-changed'
import { passwordChanged } from '@nashta/mail/templates/password-changed'
import type { PoolDeps } from './pool-deps.ts'

type NoticeDeps = Pick<PoolDeps, 'newId' | 'publicUrl'>

export function passwordChangedNotice({ newId, publicUrl }: NoticeDeps, to: string) {
  return announcement({
    kind: 'password-changed',
    about: newId(),
    to,
    content: passwordChanged({ publicUrl }),
  })
}

export function emailChangedNotice({ newId, publicUrl }: NoticeDeps, oldAddress: string) {
  return announcement({
    kind: 'email-changed',
    about: newId(),
    to: oldAddress,
    content: emailChanged({ publicUrl }),
  })
}
