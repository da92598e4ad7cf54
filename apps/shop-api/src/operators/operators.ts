import type { OperatorRole } from '@nashta/contracts/api/operator-roles'

/** The operators in the user pool. */
export interface Operators {
  list(): Promise<{ email: string; roles: OperatorRole[] }[]>
  /** Throws when there is no verified account with this address. */
  grant(email: string, role: OperatorRole): Promise<unknown>
  /** Also ends the operator's sessions. */
  revoke(email: string, role: OperatorRole): Promise<unknown>
}
