/** From a sign-in to a sign-out: one refresh token, and every token made from it. */
export type Session = {
  /** Carried by its tokens as `origin_jti`. */
  id: string
  sub: string
  clientId: string
  refreshHash: string
  signedInAt: Date
  expiresAt: Date
}

export type KeptSession = Session & { revoked: boolean }

type SignIn = {
  session: Session
  /** The hash that the password was proven against, and the one to keep in its place. */
  provenHash: string
  rehash: string | null
}

export interface SessionStore {
  /**
   * Opens the session and forgets wrong passwords. False when the password was changed or the user disabled or
   * deleted since the proof: then nothing happens.
   */
  start(signIn: SignIn): Promise<boolean>

  /** Null for a token nobody has, or whose session is long over. */
  findByRefresh(refreshHash: string): Promise<KeptSession | null>

  /** Asked for every request of a signed-in shopper, so it must be cheap. */
  isLive(id: string): boolean

  revoke(id: string): Promise<void>
}
