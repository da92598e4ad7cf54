/** What other parts of the store need to know of a user. */
export type PoolUser = {
  email: string | null
  isEmailVerified: boolean
  formerEmails: string[]
  birthDate: string | null
  hasSecondFactor: boolean
}

/** Says which sessions of a user were ended together: all that began at `until` or earlier, except one. */
export type EndedSessions = {
  /** In seconds since 1970, as in tokens. */
  until: number
  /** The session that ended the others and goes on; null when none goes on. */
  exceptSessionId: string | null
}

export type AccountRecord = {
  /** Null when the user has not signed in through the store for a month. */
  user: PoolUser | null
  /** Whether this session was ended on its own, not together with the user's others. */
  isSessionEnded: boolean
  /** Null when the user's sessions were never ended together. */
  endedSessions: EndedSessions | null
}

/**
 * The store's own records of the accounts in a user pool that limits requests, such as Cognito. They tell the store about
 * users and ended sessions without a request to the pool.
 */
export interface AccountRecords {
  find(sub: string, sessionId: string): Promise<AccountRecord>
  saveUser(sub: string, user: PoolUser): Promise<void>
  removeUser(sub: string): Promise<void>
  endSession(sessionId: string): Promise<void>
  endSessions(sub: string, ended: EndedSessions): Promise<void>
}

export type RecordedSession = { id: string; beganAt: number }

export function hasEnded({ id, beganAt }: RecordedSession, record: AccountRecord): boolean {
  const { isSessionEnded, endedSessions: ended } = record
  return isSessionEnded || (ended !== null && beganAt <= ended.until && id !== ended.exceptSessionId)
}
