import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { Session } from '../tokens/session-store.ts'

/** The step between the right password and the code of the second factor. */
type Challenge = {
  /** The hash of the token that the client sends with the code. */
  hash: string
  sub: string
  clientId: string
  /** The stored password hash that the given password matched. */
  checkedHash: string
  expiresAt: Date
}

export type NewChallenge = Challenge & {
  createdAt: Date
  /**
   * A hash of the same password with the current settings, if the stored hash has older settings;
   * otherwise null. It replaces the stored hash, and `checkedHash` of the challenge.
   */
  rehash: string | null
}

type CodeToVerify = {
  sub: string
  code: string
  at: Date
  /** The hashes of the user's new recovery codes, which replace the old ones. */
  recoveryHashes: readonly string[]
  /** If the second factor is on already, the other sessions end and this mail is sent. */
  ifReplaced: { endSessionsExcept: string; mail: OutboxEntry }
}

type ChallengeResponse = {
  challengeHash: string
  code: string
  /** The hash of `code`, in case it is a recovery code. */
  recoveryHash: string
  session: Session
  /** The lock-out to clear when the code is right. */
  lockOutSubject: string
}

export type ResponseOutcome =
  | 'signed in'
  | 'signed in with recovery code'
  /** The challenge was used or has expired, or the account has changed since the password was checked. */
  | 'no challenge'
  | 'wrong code'
  /** The code is right, but it or a later one was used before. */
  | 'used code'

export interface SecondFactorStore {
  /** Called on every request of an operator, so it must be cheap. */
  isOn(sub: string): boolean

  /** Whether `verify` has accepted a code. Only then may the second factor be switched on. */
  isVerified(sub: string): boolean

  /**
   * Stores a new secret in base32. The current secret stays in use until `verify` gets a right code
   * of the new secret.
   */
  associate(sub: string, secret: string): Promise<void>

  /**
   * Checks a code of the secret that `associate` stored, and starts to use that secret. The outcome
   * is 'replaced' if the second factor was on already. The outcome is 'no secret' if `associate`
   * has stored no secret since the last successful call of `verify`.
   */
  verify(code: CodeToVerify): Promise<'verified' | 'replaced' | 'wrong code' | 'no secret'>

  createChallenge(challenge: NewChallenge): Promise<void>

  /** Null for an unknown, used or expired challenge. */
  findChallenge(hash: string, at: Date): Promise<Challenge | null>

  /** Starts the session if the code is right. The same transaction uses up the challenge and the code. */
  respond(response: ChallengeResponse): Promise<ResponseOutcome>
}
