/** At most `limit` calls in any `perSeconds` seconds; refused calls do not count. */
export type RateLimitRule = { limit: number; perSeconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The limits for each network address. The setting RATE_LIMIT_SCALE multiplies them. */
export const IP_LIMITS = {
  /** Attempts with a password, to sign in or to change the password. */
  signIn: { limit: 30, perSeconds: MINUTE },
  signUp: { limit: 10, perSeconds: HOUR },
  /** Requests for a code by mail. */
  codeRequest: { limit: 20, perSeconds: HOUR },
  /** Attempts to enter such a code. */
  codeEntry: { limit: 60, perSeconds: HOUR },
  /** All other calls to the user pool, such as reading the profile and refreshing tokens. */
  account: { limit: 120, perSeconds: MINUTE },
  newsletter: { limit: 10, perSeconds: HOUR },
  /** Complaints. */
  ticket: { limit: 10, perSeconds: HOUR },
  /** Pictures that come with complaints. */
  helpPicture: { limit: 30, perSeconds: HOUR },
  /** Calls with the token of an order's link. The order's page repeats them to show changes. */
  orderLink: { limit: 600, perSeconds: MINUTE },
  /** Orders without an account. */
  guestOrder: { limit: 20, perSeconds: HOUR },
  checkout: { limit: 120, perSeconds: MINUTE },
  /** Webhooks and callbacks. A provider sends those of all shoppers from few addresses. */
  paymentMessage: { limit: 600, perSeconds: MINUTE },
  cart: { limit: 1200, perSeconds: MINUTE },
  search: { limit: 1200, perSeconds: MINUTE },
  /** Pages that are not cached and must be rendered. A page with a query counts as a search. */
  page: { limit: 1200, perSeconds: MINUTE },
  /** Exports and erasures of a shopper's data. */
  accountData: { limit: 20, perSeconds: HOUR },
  /** Product views. */
  view: { limit: 600, perSeconds: MINUTE },
} as const satisfies Record<string, RateLimitRule>

/** The name of a limit that an endpoint or an identity operation can have. */
export type RateLimitName = keyof typeof IP_LIMITS

/** The limits for each account, over all network addresses. No setting changes them. */
export const ACCOUNT_LIMITS = {
  signIn: { limit: 20, perSeconds: MINUTE },
  codeEntry: { limit: 15, perSeconds: HOUR },
} as const satisfies Record<string, RateLimitRule>

/**
 * How many mails strangers can cause to one address. All kinds of mails share one count: at four,
 * only a password reset is still sent. So a stranger who causes many other mails cannot keep the
 * owner from resetting the password.
 */
export const MAIL_LIMITS = {
  passwordReset: { limit: 5, perSeconds: HOUR },
  /** For all kinds of mails but password resets. */
  standard: { limit: 4, perSeconds: HOUR },
} as const satisfies Record<string, RateLimitRule>

/** The limits for each signed-in caller of the Shop API. The setting RATE_LIMIT_SCALE multiplies them. */
export const CALLER_LIMITS = {
  cart: { limit: 600, perSeconds: MINUTE },
} as const satisfies Partial<Record<RateLimitName, RateLimitRule>>

/** The error text of a refused call. The wait is rounded up to minutes. */
export function tooManyAttempts(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many attempts. Please try again in ${wait}.`
}
