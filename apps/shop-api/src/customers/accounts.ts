/** The accounts in the user pool, by sub. An account may be gone already. */
export interface Accounts {
  isOperator(sub: string): Promise<boolean>
  /** Every e-mail address that the account has or had, in lower case. */
  allEmailsOf(sub: string): Promise<string[]>
  /** Also ends the account's sessions. */
  delete(sub: string): Promise<void>
}
