export type User = {
  /** A UUID; also the user name. */
  sub: string
  /** As it was typed; compared without regard to case. */
  email: string
  emailVerified: boolean
  /** A new address that waits for its code. */
  pendingEmail: string | null
  confirmed: boolean
  enabled: boolean
  passwordHash: string
  /** Which terms were agreed to when the account was made; null when nobody said. */
  termsVersion: string | null
  /** All but the address, by the names of user-writable attributes. */
  attributes: Record<string, string>
}

const SUB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isSub(name: string) {
  return SUB.test(name)
}

/** Asha@Example.com and asha@example.com are one person. */
export function foldEmail(email: string) {
  return email.toLowerCase()
}
