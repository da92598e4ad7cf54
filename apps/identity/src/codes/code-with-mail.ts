import { foldEmail } from '@nashta/contracts/account/checks'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { type LinkToStore, newLink } from '../links/link.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { CODE_LIFETIME_MS, type CodePurpose, type CodeToStore, UNKNOWN_DEVICE } from './code.ts'

const MAIL_KINDS = { 'sign-up': 'confirmation-code', email: 'email-code' } as const

export type NewCodeDeps = Pick<PoolDeps, 'hashCode' | 'newCode' | 'newId' | 'now'>

type Recipient = { sub: string; to: string }

/**
 * Creates a code that works on every device. Returns its hash for the database, and the mail with
 * the code itself. The tries on `signUpDevice` are counted apart from those on all other devices,
 * so strangers cannot use them up.
 */
export function newCodeWithMail(
  deps: NewCodeDeps,
  purpose: keyof typeof MAIL_KINDS,
  { signUpDevice, ...recipient }: Recipient & { signUpDevice?: string | null },
): { code: CodeToStore; mails: OutboxEntry[] } {
  const devices = [UNKNOWN_DEVICE, ...(signUpDevice ? [signUpDevice] : [])]
  const { code, codeToStore } = createCode(deps, purpose, { ...recipient, devices })
  const message = { kind: MAIL_KINDS[purpose], data: { code } }
  const mail = mailEntry({ deduplicationId: deps.newId(), to: recipient.to, message })
  return { code: codeToStore, mails: [mail] }
}

/**
 * Creates a code and a link for a password reset, and one mail with both. `device` is the known
 * device that requested them; null for an unknown device. A code that a known device requested
 * works only there. A code that an unknown device requested works on unknown devices only. The link
 * works on every device.
 */
export function newResetWithMail(
  deps: NewCodeDeps & Pick<PoolDeps, 'publicUrl'>,
  { device, ...recipient }: Recipient & { device: string | null },
): { code: CodeToStore; link: LinkToStore; mails: OutboxEntry[] } {
  const { to } = recipient
  const { code, codeToStore } = createCode(deps, 'password-reset', {
    ...recipient,
    devices: [device ?? UNKNOWN_DEVICE],
  })
  const { token, link } = newLink('password-reset', to, deps.now())
  const data = { code, email: to, token, publicUrl: deps.publicUrl }
  const message = { kind: 'password-reset-code' as const, data }
  // A known device counts as the owner's.
  const isCausedByOwner = device !== null
  return {
    code: codeToStore,
    link,
    mails: [mailEntry({ deduplicationId: deps.newId(), to, message, isCausedByOwner })],
  }
}

function createCode(
  { hashCode, newCode, now }: NewCodeDeps,
  purpose: CodePurpose,
  { sub, to, devices }: Recipient & Pick<CodeToStore, 'devices'>,
) {
  const code = newCode()
  const expiresAt = new Date(now().getTime() + CODE_LIFETIME_MS[purpose])
  const hash = hashCode(code, purpose, sub)
  return { code, codeToStore: { purpose, hash, mailedTo: to, devices, expiresAt } }
}

/** Cognito's CodeDeliveryDetails. They mask the address that a code was sent to, as a***@e***. */
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
