import { createHmac, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import type { User } from '../users/user.ts'
import { aliasTaken, codeExpired, codeMismatch, userNotFound } from '../wire/pool-error.ts'

export type CodePurpose = 'sign-up' | 'password-reset' | 'email'

const MINUTE_MS = 60 * 1000

export const CODE_LIFETIME_MS: Record<CodePurpose, number> = {
  'sign-up': 24 * 60 * MINUTE_MS,
  'password-reset': 10 * MINUTE_MS,
  email: 10 * MINUTE_MS,
}

/** After this many wrong tries a code no longer works. */
const TRIES_MAX = 15

export type CodeToStore = {
  purpose: CodePurpose
  hash: string
  /** The address that got the code: the code says nothing about another one. */
  mailedTo: string
  /** The devices that may use the code, each with its own tries. The empty one stands for all strangers. */
  devices: readonly string[]
  expiresAt: Date
}

export type StoredCode = { hash: string; expiresAt: Date; tries: number; used: boolean }

/** The address that a code of this purpose verifies. */
export function addressToVerify({ email, pendingEmail }: User, purpose: CodePurpose) {
  return purpose === 'email' ? (pendingEmail ?? email) : email
}

/** Whether a code that was mailed to this address still verifies anything: the user may have changed it meanwhile. */
export function isAddressToVerify(user: User, purpose: CodePurpose, mailedTo: string) {
  return foldEmail(addressToVerify(user, purpose)) === foldEmail(mailedTo)
}

export type CodeCheck =
  | 'right'
  | 'wrong'
  /** The right code, but it was used before, has expired or was tried too often. */
  | 'no longer valid'
  /** The code is wrong, and the account has no valid code. */
  | 'no valid code'

export function checkCode(stored: StoredCode | null, hash: string, at: Date): CodeCheck {
  if (!stored) return 'no valid code'
  const matches = timingSafeEqual(Buffer.from(stored.hash, 'hex'), Buffer.from(hash, 'hex'))
  if (stored.used || stored.expiresAt <= at || stored.tries >= TRIES_MAX)
    return matches ? 'no longer valid' : 'no valid code'
  return matches ? 'right' : 'wrong'
}

export type CodeOutcome =
  | 'redeemed'
  | Exclude<CodeCheck, 'right'>
  | 'no such user'
  | 'email taken'
  | 'refused'

/**
 * A client that hides users gets the same error for an unknown name, for a name without a code and for a wrong code: an
 * unknown name has the outcome `no valid code`. Only the right code gets another error: that it has expired, that the
 * e-mail address is taken, or that the user was deleted after the code was mailed.
 */
export function assertCodeRedeemed(outcome: CodeOutcome, { hidesUsers }: { hidesUsers: boolean }) {
  if (outcome === 'redeemed') return
  if (outcome === 'email taken') throw aliasTaken()
  if (outcome === 'no such user') throw userNotFound()
  if (outcome === 'no longer valid' || (outcome === 'no valid code' && !hidesUsers)) throw codeExpired()
  throw codeMismatch()
}

export type HashCode = (code: string, purpose: CodePurpose, sub: string) => string

/** A keyed hash: a plain hash of six digits can be reversed by trying them all. */
export function createCodeHasher(key: Buffer): HashCode {
  return (code, purpose, sub) => createHmac('sha256', key).update(`${purpose}:${sub}:${code}`).digest('hex')
}
