import type { OperatorAccount } from '../operator-accounts/operator-account.ts'

export interface FirstAdministratorStore {
  /** Whether any user has the role `admin`. */
  hasAdministrator(): Promise<boolean>

  /**
   * Stores the account, its second factor, its role `admin` and its session in one transaction, so
   * that no administrator is ever without a second factor. Changes nothing if somebody has the role
   * already, or if the address has a confirmed account.
   */
  create(administrator: OperatorAccount): Promise<'created' | 'there is an administrator' | 'email taken'>
}
