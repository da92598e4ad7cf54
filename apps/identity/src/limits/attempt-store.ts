import type { LockOut } from './lock-out.ts'

export type AttemptKind =
  | 'resend-code'
  | 'confirm-sign-up'
  | 'forgot-password'
  | 'confirm-forgot-password'
  | 'change-password'
  | 'send-attribute-code'
  | 'verify-attribute'

type Attempt = {
  kind: AttemptKind
  /** Whose: an account, or a name that has none. */
  subject: string
  at: Date
}

export interface AttemptStore {
  /** Counts the attempt, unless there were `max` of its kind after `since`: then it is refused, and not counted. */
  take(attempt: Attempt, limit: { max: number; since: Date }): Promise<boolean>

  /** Null for an account with no wrong password behind it. */
  lockOutOf(subject: string): Promise<LockOut | null>

  /** Counts a password about to be tried (`afterTry`). False inside a lock. */
  tryPassword(subject: string, at: Date): Promise<boolean>

  /** After the right password. */
  clearLockOut(subject: string): Promise<void>
}
