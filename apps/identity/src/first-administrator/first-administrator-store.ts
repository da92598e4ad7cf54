import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { Session } from '../tokens/session-store.ts'
import type { User } from '../users/user.ts'

type FirstAdministrator = {
  /** Confirmed, with a verified address. */
  user: User
  secondFactor: {
    /** In base32. */
    secret: string
    /** The time step of the code that was entered. This code does not work again. */
    step: number
    recoveryHashes: readonly string[]
  }
  session: Session
  mails: readonly OutboxEntry[]
}

export interface FirstAdministratorStore {
  /** Whether any user has the role `admin`. */
  hasAdministrator(): Promise<boolean>

  /**
   * Stores the account, its second factor, its role `admin` and its session in one transaction, so
   * that no administrator is ever without a second factor. Changes nothing if somebody has the role
   * already, or if the address has a confirmed account.
   */
  create(administrator: FirstAdministrator): Promise<'created' | 'there is an administrator' | 'email taken'>
}
