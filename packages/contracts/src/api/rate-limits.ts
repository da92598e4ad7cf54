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
  /** Ratings that are saved or erased. */
  rating: { limit: 60, perSeconds: HOUR },
  /** Votes for ratings. */
  ratingVote: { limit: 60, perSeconds: HOUR },
  /** Calls with the token of an order's link. The order's page repeats them to show changes. */
  orderLink: { limit: 600, perSeconds: MINUTE },
  /** Orders without an account. All customers of a mobile carrier may share one address. */
  guestOrder: { limit: 100, perSeconds: HOUR },
  checkout: { limit: 120, perSeconds: MINUTE },
  /** Callbacks, which the browsers of shoppers send, and webhooks without the right signature. */
  paymentMessage: { limit: 600, perSeconds: MINUTE },
  /** Signed webhooks. A provider sends those of all shoppers from few addresses. */
  paymentWebhook: { limit: 6000, perSeconds: MINUTE },
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

/** How many codes that do not exist may be tried, by a network and by an account. */
export const WRONG_CODE_LIMITS = {
  network: { limit: 60, perSeconds: HOUR },
  account: { limit: 20, perSeconds: HOUR },
} as const satisfies Record<string, RateLimitRule>

/** The groups of mails that strangers can cause by typing another person's address. */
export type MailGroup = 'reset' | 'code' | 'order' | 'other'

/**
 * How many mails strangers can cause to one address. A part of the total is reserved for each group,
 * so that a flood of one group never stops the mails of another.
 */
export const MAIL_BUDGET = {
  /** Five an hour, and one more that only a guest's order can use. */
  total: { limit: 6, perSeconds: HOUR },
  reserved: {
    /** Password resets. */
    reset: 1,
    /** Other codes of the user pool. */
    code: 1,
    /** Mails about guests' orders. */
    order: 1,
    /** Confirmations of newsletters, complaints and of those who wait for a product. */
    other: 0,
  },
} as const satisfies { total: RateLimitRule; reserved: Record<MailGroup, number> }

/** The most mails of these groups together: the total without what is reserved for other groups. */
export function mailsMax(...groups: readonly MailGroup[]): number {
  const { total, reserved } = MAIL_BUDGET
  const others = Object.entries(reserved).filter(([group]) => !groups.includes(group as MailGroup))
  return total.limit - others.reduce((sum, [, mails]) => sum + mails, 0)
}

/** How many links to confirm the newsletter are mailed to one address. */
export const NEWSLETTER_MAIL_LIMIT = { limit: 1, perSeconds: 24 * HOUR } as const satisfies RateLimitRule

/** How many links to confirm the wait for a product are mailed to one address. */
export const STOCK_ALERT_MAIL_LIMIT = { limit: 3, perSeconds: 24 * HOUR } as const satisfies RateLimitRule

/** The limits for each signed-in caller of the Shop API. The setting RATE_LIMIT_SCALE multiplies them. */
export const CALLER_LIMITS = {
  cart: { limit: 600, perSeconds: MINUTE },
  accountData: { limit: 5, perSeconds: HOUR },
  rating: { limit: 30, perSeconds: HOUR },
  ratingVote: { limit: 30, perSeconds: HOUR },
} as const satisfies Partial<Record<RateLimitName, RateLimitRule>>

/**
 * After `burst` calls at once, the further calls wait, so that `perSecond` of them begin in a
 * second. A heavy call counts as many calls, see `weight` in endpoint.ts.
 */
export type PaceRule = { burst: number; perSecond: number }

/** How fast calls to the Shop API begin. The setting RATE_LIMIT_SCALE multiplies the numbers. */
export const PACES = {
  /** For each signed-in caller. */
  caller: { burst: 60, perSecond: 20 },
  /** For all signed-in callers of each network address together. */
  callersOfNetwork: { burst: 300, perSecond: 100 },
  /** For the calls without a caller of each network address. */
  network: { burst: 100, perSecond: 50 },
} as const satisfies Record<string, PaceRule>

/** The error text of a refused call. The wait is rounded up to minutes. */
export function tooManyAttempts(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many attempts. Please try again in ${wait}.`
}
