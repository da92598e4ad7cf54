import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { Session } from '../tokens/session-store.ts'
import type { User } from '../users/user.ts'

/** A second factor of which a code was entered. */
export type VerifiedSecondFactor = {
  /** In base32. */
  secret: string
  /** The time step of the code that was entered. This code does not work again. */
  step: number
  recoveryHashes: readonly string[]
}

/** A new account for the desk, which is never stored without its second factor. */
export type OperatorAccount = {
  /** Confirmed, with a verified address. */
  user: User
  secondFactor: VerifiedSecondFactor
  session: Session
  mails: readonly OutboxEntry[]
}
