import type { LockOut } from './lock-out.ts'

export type AttemptKind =
  | 'resend-code'
  | 'confirm-sign-up'
  | 'forgot-password'
  | 'confirm-forgot-password'
  | 'change-password'
  | 'send-attribute-code'
  | 'verify-attribute'

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
