import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { Session } from '../tokens/session-store.ts'

/** The step between the right password and the code of the second factor. */
type Challenge = {
  /** The hash of the token that the client sends with the code. */
  hash: string
  sub: string
  clientId: string
  /** The stored hash that the given password matched. */
  checkedHash: string
  expiresAt: Date
}

export type NewChallenge = Challenge & {
  createdAt: Date
  /** Replaces the stored hash of the password, unless null. */
  rehash: string | null
}

type CodeToVerify = {
  sub: string
  code: string
  at: Date
  /** The hashes of the user's new recovery codes, which replace the old ones. */
  recoveryHashes: readonly string[]
  /** If the second factor is on already, the other sessions end and this mail is sent. */
  ifReplaced: { exceptSession: string; mail: OutboxEntry }
}

type ChallengeResponse = {
  challengeHash: string
  code: string
  /** The hash of the same text, in case it is a recovery code. */
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
  /** The right code, but it or a later one was used before. */
  | 'used code'

export interface SecondFactorStore {
  /** Called on every request of an operator, so it must be cheap. */
  isOn(sub: string): boolean

  /** Whether the user has entered a code of the secret; `UserChange.secondFactor` can then turn the second factor on. */
  isVerified(sub: string): boolean

  /** Stores a secret in base32, which replaces the current one once `verify` gets a code of it. */
  associate(sub: string, secret: string): Promise<void>

  /** 'replaced' when the second factor is on already, and now uses the new secret. */
  verify(code: CodeToVerify): Promise<'verified' | 'replaced' | 'wrong code' | 'no secret'>

  createChallenge(challenge: NewChallenge): Promise<void>

  /** Null for an unknown, used or expired challenge. */
  findChallenge(hash: string, at: Date): Promise<Challenge | null>

  /** Starts the session if the code is right. The same transaction uses up the challenge and the code. */
  respond(response: ChallengeResponse): Promise<ResponseOutcome>
}
