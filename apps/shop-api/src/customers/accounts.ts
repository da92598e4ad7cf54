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
