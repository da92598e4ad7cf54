import { foldEmail } from '@nashta/contracts/account/checks'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { PoolDeps } from '../pool-deps.ts'
import { CODE_LIFETIME_MS, type CodePurpose, type CodeToStore } from './code.ts'

const MAIL_KINDS = {
  'sign-up': 'confirmation-code',
  'password-reset': 'password-reset-code',
  email: 'email-code',
} as const satisfies Record<CodePurpose, string>

export type NewCodeDeps = Pick<PoolDeps, 'hashCode' | 'newCode' | 'newId' | 'now'>

/** Creates a code: its hash for the database, and the mail with the code itself. */
export function newCodeWithMail(
  { hashCode, newCode, newId, now }: NewCodeDeps,
  purpose: CodePurpose,
  { sub, to }: { sub: string; to: string },
): { code: CodeToStore; mails: OutboxEntry[] } {
  const code = newCode()
  const message = { kind: MAIL_KINDS[purpose], data: { code } }
  return {
    code: {
      purpose,
      hash: hashCode(code, purpose, sub),
      expiresAt: new Date(now().getTime() + CODE_LIFETIME_MS[purpose]),
    },
    mails: [mailEntry({ deduplicationId: newId(), to, message })],
  }
}

/** Cognito's CodeDeliveryDetails, which mask the address that a code was sent to: a***@e***. */
export function codeDeliveryDetails(email: string) {
  const [local = '', domain = ''] = foldEmail(email).split('@')
  return {
    Destination: `${firstLetter(local)}***@${firstLetter(domain)}***`,
    DeliveryMedium: 'EMAIL' as const,
    AttributeName: 'email',
  }
}

function firstLetter(text: string) {
  return /^./u.exec(text)?.[0] ?? '*'
}
