import type { LockOut } from './lock-out.ts'

/** Limits per account and hour. */
export const ATTEMPTS_PER_HOUR = {
  'resend-code': 5,
  'confirm-sign-up': 15,
  'forgot-password': 5,
  'confirm-forgot-password': 15,
  'change-password': 5,
  'send-attribute-code': 5,
  'verify-attribute': 15,
}

export type AttemptKind = keyof typeof ATTEMPTS_PER_HOUR

/** Its subject comes from `SubjectOf`. */
type Attempt = { kind: AttemptKind; subject: string; at: Date }

export interface AttemptStore {
  /** Counts the attempt. False, without counting, after `max` attempts of this kind since `since`. */
  take(attempt: Attempt, limit: { max: number; since: Date }): Promise<boolean>

  /** Null for an account without wrong passwords. */
  lockOutOf(subject: string): Promise<LockOut | null>

  /** Counts a password before it is checked (`afterTry`). False while the account is locked. */
  tryPassword(subject: string, at: Date): Promise<boolean>

  /** After the right password. */
  clearLockOut(subject: string): Promise<void>
}
