import { MAIL_LIMITS } from '@nashta/contracts/api/rate-limits'
import type { LockOut } from './lock-out.ts'

/** How many attempts of each kind an hour allows for one subject. Most subjects are accounts. */
export const ATTEMPTS_PER_HOUR = {
  /**
   * Mails that a stranger can cause. The subject is the address that gets them. Password resets
   * count here too, but their limit is higher (see `countResetMail`).
   */
  mail: MAIL_LIMITS.other.limit,
  'confirm-sign-up': 15,
  /**
   * For the device that signed up. It has its own count, which strangers cannot use up. The number
   * is small, because a stranger who signs up with the same address from several devices gets this
   * many guesses on each.
   */
  'confirm-own-sign-up': 5,
  'confirm-forgot-password': 15,
  'change-password': 5,
  'send-attribute-code': 5,
  'verify-attribute': 15,
  'verify-second-factor': 15,
}

export type AttemptKind = keyof typeof ATTEMPTS_PER_HOUR

/** A call that counts towards a limit. `attempt-limits.ts` says what a subject is. */
type Attempt = { kind: AttemptKind; subject: string; at: Date }

export interface AttemptStore {
  /** Counts the attempt. Returns false without counting after `max` attempts since `since`. */
  countUnlessLimited(attempt: Attempt, limit: { max: number; since: Date }): Promise<boolean>

  /** Null when the subject has no failures. */
  lockOutOf(subject: string): Promise<LockOut | null>

  /**
   * Counts a try of a password or a second factor before it is checked: see `lockOutAfterAttempt`.
   * Returns false without counting while the subject is locked.
   */
  countTryUnlessLocked(subject: string, at: Date): Promise<boolean>

  /**
   * Clears the failures after a right password when no session starts, for example because a second
   * factor is needed first. `SessionStore.start` clears them itself.
   */
  clearLockOut(subject: string): Promise<void>
}
