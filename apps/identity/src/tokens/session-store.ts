/** One sign-in, from which one refresh token and any number of access and id tokens are issued. */
export type Session = {
  /** The `origin_jti` claim of its tokens. */
  id: string
  sub: string
  clientId: string
  refreshHash: string
  signedInAt: Date
  expiresAt: Date
}

type SignIn = {
  session: Session
  /** The stored hash that the given password matched. */
  checkedHash: string
  /** Replaces the stored hash of the password, unless null. */
  rehash: string | null
  /** The subject that the attempt was counted for. */
  attemptSubject: string
}

export interface SessionStore {
  /**
   * Stores the session and clears the lock-out of the subject. False, without any change, when the password was changed or the user
   * was disabled or deleted since the password was checked.
   */
  start(signIn: SignIn): Promise<boolean>

  /** Null for an unknown token, or for one whose session was pruned. */
  findByRefreshHash(refreshHash: string): Promise<(Session & { revoked: boolean }) | null>

  /**
   * False for a revoked or pruned session, and for a session of another user. Called on every authenticated request, so
   * it must be cheap.
   */
  isLive(session: { id: string; sub: string }): boolean

  revoke(id: string): Promise<void>
}
