import { announcement, type MailContent, type MailKind, type OutboxEntry } from '@nashta/mail/mail'
import { confirmationCode } from '@nashta/mail/templates/confirmation-code'
import { emailCode } from '@nashta/mail/templates/email-code'
import { passwordResetCode } from '@nashta/mail/templates/password-reset-code'
import type { PoolDeps } from '../pool-deps.ts'
import type { NewCode } from '../users/user-store.ts'
import { CODE_LIFETIME_MS, type CodePurpose } from './code.ts'

type CodeMail = { kind: MailKind; write: (content: { code: string }) => MailContent }

const MAILS: Record<CodePurpose, CodeMail> = {
  'sign-up': { kind: 'confirmation-code', write: confirmationCode },
  'password-reset': { kind: 'password-reset-code', write: passwordResetCode },
  email: { kind: 'email-code', write: emailCode },
}

export type IssueCodeDeps = Pick<PoolDeps, 'hashCode' | 'newCode' | 'newId' | 'now'>

/** A code as it is kept, and as it is mailed: the one cannot be told from the other. */
export function issueCode(
  { hashCode, newCode, newId, now }: IssueCodeDeps,
  purpose: CodePurpose,
  { sub, to }: { sub: string; to: string },
): { code: NewCode; mails: OutboxEntry[] } {
  const code = newCode()
  const { kind, write } = MAILS[purpose]
  return {
    code: {
      purpose,
      hash: hashCode(code, purpose, sub),
      expiresAt: new Date(now().getTime() + CODE_LIFETIME_MS[purpose]),
    },
    mails: [announcement({ kind, about: newId(), to, content: write({ code }) })],
  }
}
