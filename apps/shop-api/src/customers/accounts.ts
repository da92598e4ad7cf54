/** The accounts in the user pool, by sub. No function fails when the account is gone already. */
export interface Accounts {
  isOperator(sub: string): Promise<boolean>
  /** Every e-mail address that the account has or had, in lower case. Empty when the account is gone. */
  allEmailsOf(sub: string): Promise<string[]>
  /** Also ends the account's sessions. */
  delete(sub: string): Promise<void>
}
