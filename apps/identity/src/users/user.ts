export type User = {
  /** A UUID, which Cognito also calls the user name. */
  sub: string
  /** As the user typed it. Addresses are compared in the form that `foldEmail` returns. */
  email: string
  emailVerified: boolean
  /** A new address, until the user enters the code that was mailed to it. */
  pendingEmail: string | null
  confirmed: boolean
  enabled: boolean
  passwordHash: string
  /** The hashed id of the device that signed up; null when it sent none. */
  signUpDevice: string | null
  /**
   * Whether this sign-up replaced an unconfirmed sign-up with the same e-mail address. One of the
   * two sign-ups may be a stranger's.
   */
  contested: boolean
  /** The version of the terms accepted at sign-up; null when the client sent none. */
  termsVersion: string | null
  /** Every user-writable attribute except the e-mail address. */
  attributes: Record<string, string>
}

const SUB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isSub(name: string) {
  return SUB.test(name)
}

/**
 * No user has this sub. It replaces the sub when a call must change nothing, for example because
 * the user does not exist or is disabled. The call then does the same work as for other users, so
 * its duration reveals nothing.
 */
export const NO_SUB = 'nobody'

/**
 * A placeholder for the e-mail address of a user who does not exist. Nothing is ever mailed to this
 * address.
 */
export const NO_EMAIL = 'nobody@nashta.invalid'
