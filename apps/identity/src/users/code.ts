import { createHmac, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { aliasTaken, codeExpired, codeMismatch } from '../wire/pool-error.ts'
import type { User } from './user.ts'

export type CodePurpose = 'sign-up' | 'password-reset' | 'email'

const MINUTE_MS = 60 * 1000

export const CODE_LIFETIME_MS: Record<CodePurpose, number> = {
  'sign-up': 24 * 60 * MINUTE_MS,
  'password-reset': 10 * MINUTE_MS,
  email: 10 * MINUTE_MS,
}

/** After this many wrong tries a code no longer works. */
const TRIES_MAX = 15

/** Stands for all devices that are not recognised. They share their tries. */
export const UNKNOWN_DEVICE = ''

export type CodeToStore = {
  purpose: CodePurpose
  hash: string
  /** The code no longer works after the user has changed this address. */
  mailedTo: string
  /** The devices that may use the code, each with its own tries. */
  devices: readonly string[]
  expiresAt: Date
}

export type StoredCode = { hash: string; expiresAt: Date; tries: number; used: boolean }

/** The address that a code of this purpose is mailed to. */
export function addressForCode({ email, pendingEmail }: User, purpose: CodePurpose) {
  return purpose === 'email' ? (pendingEmail ?? email) : email
}

/**
 * Whether a code of this purpose would still be mailed to `mailedTo`. If the user has changed the
 * address since, the code that was mailed to the old address no longer works.
 */
export function isCurrentCodeAddress(user: User, purpose: CodePurpose, mailedTo: string) {
  return foldEmail(addressForCode(user, purpose)) === foldEmail(mailedTo)
}

export type CodeCheck =
  | 'right'
  | 'wrong'
  /** The right code, but too late: it has expired, was used before or was tried too often. */
  | 'expired'
  /** The code is wrong, and the account has no valid code or does not exist. */
  | 'no valid code'

export function checkCode(stored: StoredCode, hash: string, at: Date): CodeCheck {
  const matches = timingSafeEqual(Buffer.from(stored.hash, 'hex'), Buffer.from(hash, 'hex'))
  if (stored.used || stored.expiresAt <= at || stored.tries >= TRIES_MAX)
    return matches ? 'expired' : 'no valid code'
  return matches ? 'right' : 'wrong'
}

export type CodeOutcome =
  | 'redeemed'
  | Exclude<CodeCheck, 'right'>
  | 'email taken'
  /** The code was right, but the requested change breaks a rule, such as the password policy. */
  | 'change refused'

/**
 * Throws unless the code was redeemed. A client with `hidesUserExistence` gets the same error for
 * an unknown name, a name without a code and a wrong code. Only the right code can lead to another
 * error, for example when it has expired.
 */
export function assertCodeRedeemed(
  outcome: CodeOutcome,
  { hidesUserExistence }: { hidesUserExistence: boolean },
) {
  if (outcome === 'redeemed') return
  if (outcome === 'email taken') throw aliasTaken()
  if (outcome === 'expired') throw codeExpired()
  if (outcome === 'no valid code' && !hidesUserExistence) throw codeExpired()
  // Only a wrong code is left: an operation whose change was refused throws before this call.
  throw codeMismatch()
}

export type HashCode = (code: string, purpose: CodePurpose, sub: string) => string

/** The hash has a key, because a plain hash of six digits can be reversed by trying them all. */
export function createCodeHasher(key: Buffer): HashCode {
  return (code, purpose, sub) => createHmac('sha256', key).update(`${purpose}:${sub}:${code}`).digest('hex')
}
