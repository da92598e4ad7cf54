/** At most `limit` in any stretch of `perSeconds`; what is refused does not count. */
export type RateLimitRule = { limit: number; perSeconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** For each network address; the setting RATE_LIMIT_SCALE multiplies these. */
export const ADDRESS_LIMITS = {
  /** Passwords tried, to sign in or to change one. */
  signIn: { limit: 30, perSeconds: MINUTE },
  signUp: { limit: 10, perSeconds: HOUR },
  /** Asking for a code by mail. */
  codeRequest: { limit: 20, perSeconds: HOUR },
  codeEntry: { limit: 60, perSeconds: HOUR },
  /** What a signed-in shopper's pages ask of the user pool: refreshing, reading, changing. */
  account: { limit: 120, perSeconds: MINUTE },
  newsletter: { limit: 10, perSeconds: HOUR },
  checkout: { limit: 120, perSeconds: MINUTE },
  search: { limit: 1200, perSeconds: MINUTE },
  /** Products looked at. */
  view: { limit: 600, perSeconds: MINUTE },
} as const satisfies Record<string, RateLimitRule>

export type AddressLimit = keyof typeof ADDRESS_LIMITS

/** For each account, whatever addresses are used; no setting changes these. */
export const ACCOUNT_LIMITS = {
  signIn: { limit: 20, perSeconds: MINUTE },
  codeEntry: { limit: 15, perSeconds: HOUR },
  /** Everything that makes a mail go to one and the same mail address. */
  mail: { limit: 5, perSeconds: HOUR },
} as const satisfies Record<string, RateLimitRule>
