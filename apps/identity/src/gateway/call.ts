import type { PoolAnswer, PoolConnection } from './pool-connection.ts'
import type { RefreshSession } from './refresh-cookie.ts'

/** What a page asks for. */
export type Call = {
  body: Readonly<Record<string, unknown>>
  /** From the cookie, and as little to be trusted as the rest. */
  session: RefreshSession | null
}

export type Outcome = {
  answer: PoolAnswer
  /** What becomes of the cookie: a new one, none any more, or as it was. */
  session?: (RefreshSession & { remembered: boolean }) | 'ended'
}

export type Perform = (pool: PoolConnection, call: Call) => Promise<Outcome>
