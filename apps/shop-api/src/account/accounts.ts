/** Reads the user pool. Every function rejects when the pool cannot be asked. */
export interface PoolDirectory {
  /** Whether the pool has a user with this sub. */
  hasUser(sub: string): Promise<boolean>
  /** The sub of the account with this verified e-mail address; null when there is none. */
  ownerOf(email: string): Promise<string | null>
  /** The account's verified e-mail address; null when there is none. */
  emailOf: (sub: string) => Promise<string | null>
  /** Whether the user is the only administrator. */
  isLastAdmin(sub: string): Promise<boolean>
}

/** The accounts in the user pool, by sub. No function fails when the account was deleted before. */
export interface Accounts {
  isOperator(sub: string): Promise<boolean>
  /**
   * Every e-mail address that the account has or had, in lower case. Empty for a deleted account.
   */
  allEmailsOf(sub: string): Promise<string[]>
  /** Also ends the account's sessions. */
  delete(sub: string): Promise<void>
}
