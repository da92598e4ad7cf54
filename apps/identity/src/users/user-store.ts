import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { CodeOutcome, CodePurpose, CodeToStore } from '../codes/code.ts'
import type { LinkPurpose, LinkToStore } from '../links/link.ts'
import type { User } from './user.ts'

/** The changes to one user. They are written in one transaction, together with the mails. */
export type UserChange = {
  /** Also marks the e-mail address as verified. */
  confirmed?: true
  enabled?: boolean
  /** Becomes the verified address and clears `pendingEmail`. */
  email?: string
  /** The verified address that `email` replaces. It is added to the user's former addresses. */
  formerEmail?: string
  /** Null cancels a pending change. */
  pendingEmail?: string | null
  /** Null removes an attribute. */
  attributes?: Record<string, string | null>
  passwordHash?: string
  /** Ends all sessions of the user, or all except the one with this id. */
  endSessions?: 'all' | { except: string }
  /**
   * 'on' has no effect without a verified secret; 'off' deletes the secret, the recovery codes and
   * the lock-outs of the second factor.
   */
  secondFactor?: 'on' | 'off'
  /** Clears the lock-outs of all devices, without those of the second factor. */
  unlock?: true
  /** Replaces the code of the same purpose and device. */
  code?: CodeToStore
  /** Added to the links that were sent before. */
  link?: LinkToStore
  /** Ends every code and link for a password reset. */
  endPasswordResets?: true
  mails?: readonly OutboxEntry[]
}

/**
 * A change, or a function that computes the change from the user as currently stored. The function
 * returns null to refuse the change.
 */
export type RequestedChange = UserChange | ((user: User) => UserChange | null)

export type ChangeOutcome = 'changed' | 'no such user' | 'email taken' | 'change refused'

type CodeTry = { sub: string; purpose: CodePurpose; hash: string; device: string; at: Date }

type LinkTry = { purpose: LinkPurpose; hash: string; at: Date }

/** 'expired' is also the outcome of a link that was used or never existed, and of a refused change. */
type LinkOutcome = 'redeemed' | 'expired' | 'email taken'

/**
 * `change` and `redeemCode` write one row even when the user or the code does not exist, so that their duration does
 * not reveal which addresses have an account.
 */
export interface UserStore {
  /** Finds a user by sub, or by e-mail address in upper or lower case. */
  find(name: string): Promise<User | null>

  /** The e-mail address of the user with this sub; null when there is no such user. */
  findEmail(sub: string): Promise<string | null>

  /**
   * Stores the user together with their sign-up code and its mail. An unconfirmed account of the
   * same address is deleted first, and the new one is marked as contested. Returns false and
   * changes nothing when the address has a confirmed account.
   */
  create(user: User, signUpCode: { code: CodeToStore; mails: readonly OutboxEntry[] }): Promise<boolean>

  /**
   * Makes the change. A new `email` may be the address of another user's unconfirmed account, which
   * is then deleted.
   */
  change(sub: string, change: RequestedChange): Promise<ChangeOutcome>

  /**
   * Makes the change if the code is right (see `checkCode`). The same transaction marks the code as used, so the code
   * stays valid when the change fails. A wrong code counts as a try.
   */
  redeemCode(codeTry: CodeTry, change: RequestedChange): Promise<CodeOutcome>

  /** The addresses that the user had before, in lower case, without those that any user has now. */
  formerEmailsOf(sub: string): Promise<string[]>

  /** The user of a link that can be redeemed, and the address that got it; null for every other link. */
  findLink(linkTry: LinkTry): Promise<{ sub: string; mailedTo: string } | null>

  /**
   * Makes the change if the link is valid. Then deletes the link, and the links of this purpose
   * that the user got after it. So a link that has restored an old address ends the links that
   * would restore newer ones.
   */
  redeemLink(linkTry: LinkTry, change: RequestedChange): Promise<LinkOutcome>

  /** Deletes the accounts that were created before `createdBefore` and never confirmed. */
  deleteUnconfirmed(createdBefore: Date): Promise<void>

  /**
   * Deletes the user with their sessions, codes, second factor and group memberships. The files of
   * the database, its log included, do not contain them afterwards. Returns false when there is no
   * such user.
   */
  delete(sub: string): Promise<boolean>
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
