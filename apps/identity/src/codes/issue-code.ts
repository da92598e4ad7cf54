import { mailEntry } from '@nashta/mail/mail-topic'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { PoolDeps } from '../pool-deps.ts'
import type { NewCode } from '../users/user-store.ts'
import { CODE_LIFETIME_MS, type CodePurpose } from './code.ts'

const MAIL_KINDS = {
  'sign-up': 'confirmation-code',
  'password-reset': 'password-reset-code',
  email: 'email-code',
} as const satisfies Record<CodePurpose, string>

export type IssueCodeDeps = Pick<PoolDeps, 'hashCode' | 'newCode' | 'newId' | 'now'>

/** A code as it is kept, and as it is mailed: the one cannot be told from the other. */
export function issueCode(
  { hashCode, newCode, newId, now }: IssueCodeDeps,
  purpose: CodePurpose,
  { sub, to }: { sub: string; to: string },
): { code: NewCode; mails: OutboxEntry[] } {
  const code = newCode()
  return {
    code: {
      purpose,
      hash: hashCode(code, purpose, sub),
      expiresAt: new Date(now().getTime() + CODE_LIFETIME_MS[purpose]),
    },
    mails: [mailEntry({ about: newId(), to, message: { kind: MAIL_KINDS[purpose], data: { code } } })],
  }
}
