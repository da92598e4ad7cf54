import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { CodeOutcome, CodePurpose, CodeToStore } from '../codes/code.ts'
import type { User } from './user.ts'

/** What to change of a user. All of it, and the mails, are written in one transaction. */
export type UserChange = {
  /** Also marks the e-mail address as verified. */
  confirmed?: true
  enabled?: boolean
  /** Becomes the verified address and clears `pendingEmail`. */
  email?: string
  pendingEmail?: string
  /** Null removes an attribute. */
  attributes?: Record<string, string | null>
  passwordHash?: string
  /** All sessions of the user, or all except the one with this id. */
  endSessions?: 'all' | { except: string }
  /** 'on' has no effect without a verified secret; 'off' deletes the secret and the recovery codes. */
  secondFactor?: 'on' | 'off'
  /** Clears the lock-out. */
  unlock?: true
  /** Replaces the code of the same purpose. */
  code?: CodeToStore
  mails?: readonly OutboxEntry[]
}

export type ChangeOutcome = 'changed' | 'no such user' | 'email taken'

type CodeTry = { sub: string; purpose: CodePurpose; hash: string; at: Date }

/**
 * `change` and `redeemCode` write one row even when the user or the code does not exist, so that their duration does
 * not reveal which addresses have an account.
 */
export interface UserStore {
  /** Finds a user by sub, or by e-mail address in upper or lower case. */
  find(name: string): Promise<User | null>

  /**
   * Stores the user together with their sign-up code and its mail. False, without any change, when the address has an
   * account already, confirmed or not.
   */
  create(user: User, signUpCode: { code: CodeToStore; mails: readonly OutboxEntry[] }): Promise<boolean>

  change(sub: string, change: UserChange): Promise<ChangeOutcome>

  /**
   * Makes the change if the code is right (see `checkCode`). The same transaction marks the code as used, so the code
   * stays valid when the change fails. A wrong code counts as a try.
   */
  redeemCode(codeTry: CodeTry, change: UserChange): Promise<CodeOutcome>

  /** Deletes the user with their sessions, codes, second factor and group memberships. */
  delete(sub: string): Promise<void>
}

export interface GroupStore {
  /** False when the group exists already. */
  create(name: string): Promise<boolean>

  /** False when the group does not exist. Adding a member twice is harmless. */
  addMember(sub: string, group: string): Promise<boolean>

  /** False when the group does not exist. Removing a user who is not a member is harmless. */
  removeMember(sub: string, group: string): Promise<boolean>

  groupsOf(sub: string): Promise<string[]>

  /** Sorted; empty for an unknown group. */
  memberEmails(group: string): Promise<string[]>
}
