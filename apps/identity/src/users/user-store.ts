import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { CodePurpose, CodeVerdict } from '../codes/code.ts'
import type { User } from './user.ts'

export type NewCode = { purpose: CodePurpose; hash: string; expiresAt: Date }

/** What happens to a user in one transaction, with the mails that say so. */
export type UserChange = {
  confirmed?: true
  enabled?: boolean
  /** Taken as verified; nothing waits any more. */
  email?: string
  pendingEmail?: string
  /** Null removes an attribute. */
  attributes?: Record<string, string | null>
  passwordHash?: string
  /** All sessions end, or all but the one that asks. */
  endSessions?: 'all' | { except: string }
  /** Wrong passwords are forgotten. */
  unlock?: true
  /** Replaces the code of the same purpose. */
  code?: NewCode
  mails?: readonly OutboxEntry[]
}

export type ChangeOutcome = 'changed' | 'no such user' | 'email taken'

export type CodeOutcome = 'used' | Exclude<CodeVerdict, 'right'> | Exclude<ChangeOutcome, 'changed'>

type CodeTry = { sub: string; purpose: CodePurpose; hash: string; at: Date }

/**
 * A change for a user who does not exist and a code that nobody was sent are written down too, somewhere: that a
 * call takes as long as any other tells nobody who has an account.
 */
export interface UserStore {
  /** By sub, or by e-mail however its letters are cased. */
  find(name: string): Promise<User | null>

  /** False when the address has an account, confirmed or not: that stays as it is, and no mail goes out. */
  create(user: User, welcome: { code: NewCode; mails: readonly OutboxEntry[] }): Promise<boolean>

  change(sub: string, change: UserChange): Promise<ChangeOutcome>

  /**
   * Judges the code (`judgeCode`). The right one is used up together with the change, or kept when the change
   * cannot be made; a wrong one counts.
   */
  useCode(attempt: CodeTry, change: UserChange): Promise<CodeOutcome>

  /** With sessions, codes and memberships. */
  delete(sub: string): Promise<void>
}
