/** What other parts of the store need to know of a user. */
export type PoolUser = {
  email: string | null
  /** What the user is called; null when the pool has no name. */
  name: string | null
  isEmailVerified: boolean
  formerEmails: string[]
  birthDate: string | null
  hasSecondFactor: boolean
}

/** All sessions that a user began at or before `until` have ended, except `exceptSessionId`. */
export type EndedSessions = {
  /** In seconds since 1970, as in tokens. */
  until: number
  /** The session that ended the others and goes on; null when none goes on. */
  exceptSessionId: string | null
}

/** The store's record of one user and one session of that user. */
export type AccountRecord = {
  /** Null without a record of the user. A record expires a month after the user's last sign-in. */
  user: PoolUser | null
  /** Whether this one session was ended, for example by signing out. */
  wasSessionEnded: boolean
  /** Null when the user's sessions were never ended together. */
  endedSessions: EndedSessions | null
}

/**
 * The store's own records of the accounts in a user pool that limits requests, such as Cognito.
 * From them the store learns about users and ended sessions without a request to the pool.
 */
export interface AccountRecords {
  find(sub: string, sessionId: string): Promise<AccountRecord>
  saveUser(sub: string, user: PoolUser): Promise<void>
  removeUser(sub: string): Promise<void>
  endSession(sessionId: string): Promise<void>
  endSessions(sub: string, ended: EndedSessions): Promise<void>
}

/** The session in which a token was issued. `beganAt` is in seconds since 1970. */
export type TokenSession = { id: string; beganAt: number }

export function hasEnded({ id, beganAt }: TokenSession, record: AccountRecord): boolean {
  const { wasSessionEnded, endedSessions: ended } = record
  return wasSessionEnded || (ended !== null && beganAt <= ended.until && id !== ended.exceptSessionId)
}
