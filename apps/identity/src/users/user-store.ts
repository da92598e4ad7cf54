import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { LinkPurpose, LinkToStore } from '../links/link.ts'
import type { CodeOutcome, CodePurpose, CodeToStore } from './code.ts'
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
  /** Ends all sessions of the user, or all except the session with this id. */
  endSessions?: 'all' | { except: string }
  /**
   * Turns the second factor on or off.
   * - 'on' has no effect if the user has no verified secret.
   * - 'off' deletes the secret, the recovery codes, and the lock-outs after wrong codes.
   */
  secondFactor?: 'on' | 'off'
  /** The groups that the user leaves. A group that the user is not in causes no error. */
  leaveGroups?: readonly string[]
  /** Clears the lock-outs after wrong passwords. The lock-outs of the second factor stay. */
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

/** What the change of `redeemLink` may depend on, besides the user. */
type LinkState = {
  /** Whether the user had the current second factor already when the link was made. */
  isSecondFactorOlder: boolean
}
type ChangeByLink = UserChange | ((user: User, link: LinkState) => UserChange | null)
/** 'expired' is also the outcome of a link that was used or never existed, and of a refused change. */
type LinkOutcome = 'redeemed' | 'expired' | 'email taken'

type DeleteOutcome = 'deleted' | 'no such user' | 'last of group'

/**
 * `change` and `redeemCode` write a decoy row if there is no such user or no valid code. Without
 * the decoy, a short response time would reveal that an address has no account.
 */
export interface UserStore {
  /** Finds a user by sub, or by e-mail address in upper or lower case. */
  find(name: string): Promise<User | null>

  /** The e-mail address of the user with this sub; null when there is no such user. */
  findEmail(sub: string): Promise<string | null>

  /** The same, and null while the user has not verified the address. */
  findVerifiedEmail(sub: string): Promise<string | null>

  /**
   * Stores the user together with their sign-up code and its mail. An unconfirmed account of the
   * same address is deleted first, and the new account gets `contested: true` (see `User`). Returns
   * false and changes nothing when the address has a confirmed account.
   */
  create(user: User, signUpCode: { code: CodeToStore; mails: readonly OutboxEntry[] }): Promise<boolean>

  /**
   * Makes the change. A new `email` may be the address of another user's unconfirmed account, which
   * is then deleted.
   */
  change(sub: string, change: RequestedChange): Promise<ChangeOutcome>

  /**
   * Makes the change if the code is right (see `checkCode`), and marks the code as used in the same
   * transaction. If the change fails, the code stays valid. A wrong code counts as a try.
   */
  redeemCode(codeTry: CodeTry, change: RequestedChange): Promise<CodeOutcome>

  /** The user's former addresses, in lower case. An address that any user has now is left out. */
  formerEmailsOf(sub: string): Promise<string[]>

  /** The user of a link, and the address that the link was mailed to; null for an invalid link. */
  findLink(linkTry: LinkTry): Promise<{ sub: string; mailedTo: string } | null>

  /**
   * Makes the change if the link is valid. Then deletes the link, and the user's later links of
   * the same purpose. Example: a user changed the address from A to B, then to C, and got a link to
   * undo each change. After the first link has restored A, the second link must not restore B.
   */
  redeemLink(linkTry: LinkTry, change: ChangeByLink): Promise<LinkOutcome>

  /** Deletes the accounts that were created before `createdBefore` and never confirmed. */
  deleteUnconfirmed(createdBefore: Date): Promise<void>

  /**
   * Deletes the user with their sessions, codes, second factor and group memberships. The deleted
   * data are then in no file of the database, not even in the write-ahead log. Changes nothing when
   * the user is the only member of the group `unlessLastOf`.
   */
  delete(sub: string, options?: { unlessLastOf: string }): Promise<DeleteOutcome>
}

export interface GroupStore {
  /** False when the group exists already. */
  create(name: string): Promise<boolean>

  /**
   * False when the group does not exist. Adding a member twice is harmless: the mails are sent only
   * when the user becomes a member.
   */
  addMember(sub: string, group: string, mails?: readonly OutboxEntry[]): Promise<boolean>

  /** False when the group does not exist. Removing a user who is not a member is harmless. */
  removeMember(sub: string, group: string): Promise<boolean>
  /** False, without a change, when the user is the only member. */
  removeMemberUnlessLast(sub: string, group: string): Promise<boolean>
  /** Whether the user is the only member. */
  isLastMember(sub: string, group: string): Promise<boolean>

  groupsOf(sub: string): Promise<string[]>

  /** Sorted; empty for an unknown group. */
  memberEmails(group: string): Promise<string[]>
}
