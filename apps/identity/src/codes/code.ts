import { createHmac, timingSafeEqual } from 'node:crypto'

export type CodePurpose = 'sign-up' | 'password-reset' | 'email'

const HOUR = 60 * 60 * 1000

export const CODE_LIFETIME_MS: Record<CodePurpose, number> = {
  'sign-up': 24 * HOUR,
  'password-reset': HOUR,
  email: 24 * HOUR,
}

/** However long it lives, a code dies of this many wrong guesses. */
const TRIES_MAX = 15

export type KeptCode = { hash: string; expiresAt: Date; tries: number; used: boolean }

export type CodeVerdict =
  | 'right'
  | 'wrong'
  /** The right one, but used, expired or dead. */
  | 'late'
  /** Wrong, and there was no live code to guess. */
  | 'none'

export function judgeCode(kept: KeptCode | null, hash: string, at: Date): CodeVerdict {
  if (!kept) return 'none'
  const matches = sameHash(kept.hash, hash)
  if (kept.used || kept.expiresAt <= at || kept.tries >= TRIES_MAX) return matches ? 'late' : 'none'
  return matches ? 'right' : 'wrong'
}

export type HashCode = (code: string, purpose: CodePurpose, sub: string) => string

/** Keyed: six digits are guessed in an instant by whoever has a plain hash of them. */
export function codeHasher(key: Buffer): HashCode {
  return (code, purpose, sub) => createHmac('sha256', key).update(`${purpose}:${sub}:${code}`).digest('hex')
}

function sameHash(left: string, right: string) {
  return timingSafeEqual(Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))
}
