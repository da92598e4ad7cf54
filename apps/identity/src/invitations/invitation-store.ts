import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { OperatorAccount, VerifiedSecondFactor } from '../operator-accounts/operator-account.ts'

export type Invitation = {
  /** As the administrator typed it. */
  email: string
  role: OperatorRole
  /** The sub of the administrator. */
  invitedBy: string
  sentAt: Date
  expiresAt: Date
}

/** Names a link that works at this time. */
type InvitationLink = { hash: string; at: Date }

/** An invitation works only while the administrator who sent it has that role. */
export interface InvitationStore {
  /** The invitations that work at this time, by address. */
  list(at: Date): Promise<Invitation[]>

  /**
   * Stores the invitation with the hash of its token and its mail. An earlier invitation of the same
   * address no longer works. Returns false and changes nothing when `max` others wait already.
   */
  put(
    invitation: Invitation,
    options: { hash: string; mails: readonly OutboxEntry[]; max: number },
  ): Promise<boolean>

  /** False when the address has no invitation. */
  withdraw(email: string): Promise<boolean>

  find(link: InvitationLink): Promise<Invitation | null>

  /**
   * Uses the link up for a new account, in one transaction with the account, its second factor, role
   * and session. Changes nothing if the link does not work or is for another address, or if the
   * address has a confirmed account.
   */
  accept(link: InvitationLink, account: OperatorAccount): Promise<'joined' | 'invalid' | 'email taken'>

  /**
   * Uses the link up for the account with this sub, which gets the role and, if given, the second
   * factor. Its other sessions end. 'invalid' also means that the account has another address.
   */
  join(
    link: InvitationLink,
    member: {
      sub: string
      sessionId: string
      secondFactor: VerifiedSecondFactor | null
      mails: readonly OutboxEntry[]
    },
  ): Promise<'joined' | 'invalid' | 'second factor needed'>
}
