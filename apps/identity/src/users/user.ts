export type User = {
  /** A UUID, which is also the user name. */
  sub: string
  /** As typed; compared case-insensitively. */
  email: string
  emailVerified: boolean
  /** A new address whose code was not entered yet. */
  pendingEmail: string | null
  confirmed: boolean
  enabled: boolean
  passwordHash: string
  /** The terms accepted at sign-up; null when the client sent none. */
  termsVersion: string | null
  /** Every user-writable attribute except the e-mail address. */
  attributes: Record<string, string>
}

const SUB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isSub(name: string) {
  return SUB.test(name)
}

/** Asha@Example.com and asha@example.com are the same account. */
export function foldEmail(email: string) {
  return email.toLowerCase()
}

/** Used where no user exists, so that the call does the same work. No user has this sub. */
export const NO_SUB = 'nobody'
