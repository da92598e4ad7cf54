import type { KeptLetter } from './letters.ts'

export type ClaimedMail = {
  id: string
  to: string
  letter: KeptLetter
  messageId: string
  addedAt: Date
  /** How often sending it has failed before. */
  failures: number
}

type Claim = { limit: number; now: Date; leaseUntil: Date }

export type Backlog = {
  waiting: number
  /** When the mail that is next, or overdue, falls due; null when none waits. */
  nextDue: Date | null
}

/**
 * What the relay sees of the outbox. How entries come in is each adapter's own, because they must be part of
 * the transaction that changes what they announce.
 */
export interface OutboxStore {
  /**
   * The waiting mails that are due, in the order they fell due. Nobody else is given them before the lease
   * ends; whoever dies with a claim loses it then at the latest, so every mail goes out at least once.
   */
  claim(claim: Claim): Promise<ClaimedMail[]>

  /** For ever. What the mail said is forgotten, that it was sent is not. */
  markSent(id: string, at: Date): Promise<void>

  /** Due again at `nextTry`. A mail that was sent meanwhile stays sent. */
  markFailed(id: string, nextTry: Date): Promise<void>

  /** Never due again. The mail is kept, for whoever wants to know what could not be delivered. */
  giveUp(id: string, at: Date): Promise<void>

  backlog(): Promise<Backlog>

  /** Called soon after an entry may have come in. Only a hint: it can be missed and it can be wrong. */
  onAdded(listener: () => void): void
}
