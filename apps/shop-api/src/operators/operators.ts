import type { OperatorRole } from '@nashta/contracts/api/operator-roles'

type Invitation = { email: string; role: OperatorRole; sentAt: Date; expiresAt: Date }

/** The operators in the user pool. */
export interface Operators {
  list(): Promise<{ email: string; roles: OperatorRole[] }[]>
  /** Throws when there is no verified account with this address. */
  grant(email: string, role: OperatorRole): Promise<unknown>
  /** Also ends the operator's sessions. */
  revoke(email: string, role: OperatorRole): Promise<unknown>
  /** Those that wait for an answer. */
  invitations(): Promise<Invitation[]>
  /** Mails a new link on behalf of the administrator with this sub. Throws after too many mails. */
  invite(email: string, role: OperatorRole, bySub: string): Promise<unknown>
  /** False when the address has no invitation. */
  withdrawInvitation(email: string): Promise<boolean>
}
