import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { CodeOutcome, CodePurpose, NewCode } from '../codes/code.ts'
import type { User } from './user.ts'

/** One transaction on a user, with the mails it sends. */
export type UserChange = {
  confirmed?: true
  enabled?: boolean
  /** Becomes the verified address and clears `pendingEmail`. */
  email?: string
  pendingEmail?: string
  /** Null removes an attribute. */
  attributes?: Record<string, string | null>
  passwordHash?: string
  endSessions?: 'all' | { except: string }
  /** Clears the lock-out. */
  unlock?: true
  /** Replaces the code of the same purpose. */
  code?: NewCode
  mails?: readonly OutboxEntry[]
}

export type ChangeOutcome = 'changed' | 'no such user' | 'email taken'

type CodeTry = { sub: string; purpose: CodePurpose; hash: string; at: Date }

/**
 * A change of an unknown user and a try of an unknown code also write one row, so that the time a call takes does
 * not reveal who has an account.
 */
export interface UserStore {
  /** By sub, or by e-mail in any case. */
  find(name: string): Promise<User | null>

  /** False when the address has an account, confirmed or not. Then nothing changes and no mail is sent. */
  create(user: User, welcome: { code: NewCode; mails: readonly OutboxEntry[] }): Promise<boolean>

  change(sub: string, change: UserChange): Promise<ChangeOutcome>

  /**
   * Judges the code (`judgeCode`). The right code is used up in the same transaction as the change, and stays valid
   * when the change fails; a wrong one counts as a try.
   */
  useCode(attempt: CodeTry, change: UserChange): Promise<CodeOutcome>

  /** Deletes sessions, codes and memberships too. */
  delete(sub: string): Promise<void>
}

export interface GroupStore {
  /** False when the group exists already. */
  create(name: string): Promise<boolean>

  /** False when the group does not exist. Adding a member twice is harmless. */
  add(sub: string, group: string): Promise<boolean>

  /** False when the group does not exist. Removing a user who is not a member is harmless. */
  remove(sub: string, group: string): Promise<boolean>

  groupsOf(sub: string): Promise<string[]>

  /** The sorted e-mails of a group's members; empty for an unknown group. */
  members(group: string): Promise<string[]>
}
