import { mailsMax } from '@nashta/contracts/api/rate-limits'
import type { LockOut } from './lock-out.ts'

/**
 * How many attempts of each kind one subject may make in an hour. A subject is, for example, a
 * user or an e-mail address.
 */
export const ATTEMPTS_PER_HOUR = {
  /**
   * Mails to one address. Mails for password resets count too, but are refused only at a higher
   * limit: see `countResetMail`.
   */
  mail: mailsMax('code'),
  'confirm-sign-up': 15,
  /**
   * Codes that are entered on the device that signed up. Each device has its own count, so that
   * strangers on other devices cannot use up its attempts. The limit is small, because a stranger
   * who signs up with a victim's address on several devices has this many guesses on each.
   */
  'confirm-own-sign-up': 5,
  'confirm-forgot-password': 15,
  'change-password': 5,
  'send-attribute-code': 5,
  'verify-attribute': 15,
  'verify-second-factor': 15,
  /** Invitations to one address. */
  invitation: 3,
  /** Invitations to all addresses, so that a thief of a desk sends no flood of mails. */
  'invitations-of-shop': 30,
}

export type AttemptKind = keyof typeof ATTEMPTS_PER_HOUR

/** A call that counts towards a limit. */
type Attempt = { kind: AttemptKind; subject: string; at: Date }

export interface AttemptStore {
  /** Counts the attempt and returns true, or returns false after `max` attempts since `since`. */
  countUnlessLimited(attempt: Attempt, limit: { max: number; since: Date }): Promise<boolean>

  /** Null when the subject has no failures. A failure is a wrong password or a wrong code. */
  lockOutOf(subject: string): Promise<LockOut | null>

  /**
   * Counts an attempt as a failure before its password or code is checked, so that concurrent
   * attempts all count. A right password or code clears the failures afterwards. While the subject
   * is locked, nothing is counted and the result is false.
   */
  countAsFailureUnlessLocked(subject: string, at: Date): Promise<boolean>

  /**
   * Clears the failures of the subject. Call this for a right password that starts no session, for
   * example because the user has a second factor. `SessionStore.start` does the same for a right
   * password that starts a session.
   */
  clearLockOut(subject: string): Promise<void>
}
