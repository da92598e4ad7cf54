import { foldEmail } from '@nashta/contracts/account/checks'
import { mailEntry } from '@nashta/mail/mail-topic'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { type LinkToStore, newLink } from '../links/link.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { CODE_LIFETIME_MS, type CodePurpose, type CodeToStore, UNKNOWN_DEVICE } from '../users/code.ts'

export type NewCodeDeps = Pick<PoolDeps, 'hashCode' | 'newCode' | 'newId' | 'now'>

type Recipient = { sub: string; to: string }

/** The hash of a code, for the database, and the mail with the code itself. */
type CodeWithMail = { code: CodeToStore; mails: OutboxEntry[] }

/**
 * Creates a sign-up code that works on every device. The device that signed up has its own tries,
 * which strangers cannot use up. All other devices count as unknown, and share their tries.
 */
export function newSignUpCode(
  deps: NewCodeDeps,
  { signUpDevice, ...recipient }: Recipient & { signUpDevice: string | null },
): CodeWithMail {
  const devices = signUpDevice === null ? [UNKNOWN_DEVICE] : [UNKNOWN_DEVICE, signUpDevice]
  const { plainCode, codeToStore } = createCode(deps, 'sign-up', { ...recipient, devices })
  const message = { kind: 'confirmation-code' as const, data: { code: plainCode } }
  const mail = mailEntry({ deduplicationId: deps.newId(), to: recipient.to, message })
  return { code: codeToStore, mails: [mail] }
}

/**
 * Creates a code that verifies an e-mail address. When such a code is entered, the pool treats
 * every device as unknown, so all devices share their tries.
 */
export function newEmailCode(deps: NewCodeDeps, recipient: Recipient): CodeWithMail {
  const devices = [UNKNOWN_DEVICE]
  const { plainCode, codeToStore } = createCode(deps, 'email', { ...recipient, devices })
  const message = { kind: 'email-code' as const, data: { code: plainCode } }
  const mail = mailEntry({ deduplicationId: deps.newId(), to: recipient.to, message })
  return { code: codeToStore, mails: [mail] }
}

/**
 * Creates a code and a link for a password reset, and one mail with both. `device` is the device
 * that requested the reset, if the account has used that device before; null for an unknown device.
 * - A code that a known device requested works only on that device.
 * - A code that an unknown device requested works on all unknown devices, and on no known device.
 * - The link works on every device.
 */
export function newResetWithMail(
  deps: NewCodeDeps & Pick<PoolDeps, 'publicUrl'>,
  { device, ...recipient }: Recipient & { device: string | null },
): CodeWithMail & { link: LinkToStore } {
  const { to } = recipient
  const { plainCode, codeToStore } = createCode(deps, 'password-reset', {
    ...recipient,
    devices: [device ?? UNKNOWN_DEVICE],
  })
  const { token, link } = newLink('password-reset', to, deps.now())
  const data = { code: plainCode, email: to, token, publicUrl: deps.publicUrl }
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
  const plainCode = newCode()
  const expiresAt = new Date(now().getTime() + CODE_LIFETIME_MS[purpose])
  const hash = hashCode(plainCode, purpose, sub)
  return { plainCode, codeToStore: { purpose, hash, mailedTo: to, devices, expiresAt } }
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
