/** One sign-in, from which one refresh token and any number of access and id tokens are issued. */
export type Session = {
  /** The `origin_jti` claim of its tokens. */
  id: string
  sub: string
  clientId: string
  refreshHash: string
  /** For example `Chrome on Android`; null when the client did not name it. */
  device: string | null
  signedInAt: Date
  /** When the tokens were refreshed last. For an operator's session, when they were used last. */
  lastUsedAt: Date
  expiresAt: Date
}

type SignIn = {
  session: Session
  /** The stored password hash that the given password matched. */
  checkedHash: string
  /** A new password hash to store in place of `checkedHash`. Null to keep `checkedHash`. */
  rehash: string | null
  /** The account, or the account on one device, whose failed sign-ins are counted together. */
  lockOutSubject: string
}

const IDLE_MAX_MS = 30 * 60 * 1000

/** Whether the session was unused for 30 minutes, which ends the sessions of operators only. */
export function isIdle({ lastUsedAt }: Pick<Session, 'lastUsedAt'>, at: Date) {
  return at.getTime() - lastUsedAt.getTime() > IDLE_MAX_MS
}

export interface SessionStore {
  /**
   * Stores the session and clears the failed sign-ins of `lockOutSubject`. False, without any
   * change, if one of these happened since the password was checked: the password was changed, the
   * second factor was turned on, or the user was disabled or deleted.
   */
  start(signIn: SignIn): Promise<boolean>

  /** Finds revoked and expired sessions too. Null for an unknown token or a pruned session. */
  findByRefreshHash(refreshHash: string): Promise<(Session & { revoked: boolean }) | null>

  /**
   * False for a revoked or pruned session, for a session of another user, and for an idle session
   * of an operator. An expired session needs no check here, because its tokens expire earlier. Also
   * updates `lastUsedAt` of an operator's live session. Every authenticated request calls `isLive`, so it
   * must be cheap.
   */
  isLive(session: { id: string; sub: string }): boolean

  /** The sessions that have not ended, the last used first. */
  listOf(sub: string): Promise<Session[]>

  /** Sets `lastUsedAt` of the session to the current time. */
  recordUse(id: string): Promise<void>

  /** Ends the session if it belongs to the user. */
  revoke(session: Pick<Session, 'id' | 'sub'>): Promise<void>
}
