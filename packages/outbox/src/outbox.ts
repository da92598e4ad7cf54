/**
 * `mail`: each entry is delivered by itself, and its key is delivered once for ever.
 * `events`: entries are delivered in batches and in order, and deleted once they are delivered.
 */
export type TopicName = 'mail' | 'events'

export type OutboxEntry = {
  topic: TopicName
  /** For logs and operators, as in `order-confirmed`. */
  kind: string
  /** Of two entries of a topic with the same key, the outbox keeps the first. */
  key: string
  /** Entries of `events` with the same group are delivered in order. */
  group?: string
  payload: string
}

export type ClaimedEntry = Omit<OutboxEntry, 'group'> & {
  /** The adapter's own. */
  id: string
  addedAt: Date
  /** How many deliveries of it have failed. */
  failures: number
}

export type Claim = { topic: TopicName; limit: number; now: Date; leaseUntil: Date }

export type Backlog = {
  pending: number
  /** When the first pending entry was due or will be; null when none is pending. */
  nextDue: Date | null
}

/**
 * The relay's view of an outbox. Each adapter adds entries in its own way, because an entry must be part of the
 * transaction of the change that it reports.
 */
export interface OutboxStore {
  /**
   * Pending entries that are due, in the order they fell due. No other claim gets them before the lease ends or they
   * are settled. A process that dies loses its claims, so that every entry is delivered at least once.
   */
  claim(claim: Claim): Promise<ClaimedEntry[]>

  /** Settles delivered entries. The payload is deleted; the key of a mail stays. */
  complete(entries: readonly ClaimedEntry[], at: Date): Promise<void>

  /** Makes an entry due again at `retryAt`. An entry that was delivered meanwhile stays delivered. */
  retry(entry: ClaimedEntry, retryAt: Date): Promise<void>

  /** Ends the claim of entries that were not delivered; they stay due. */
  release(entries: readonly ClaimedEntry[]): Promise<void>

  /** Parks an entry: it is never due again, and its payload stays for the operator. */
  giveUp(entry: ClaimedEntry, at: Date): Promise<void>

  backlog(topic: TopicName): Promise<Backlog>

  /** Calls the listener after an entry was added. It may not be committed yet, or never be. */
  onAdded(listener: (topic: TopicName) => void): void
}

/** Neither `code` nor the message may contain an address: both are logged. */
export class DeliveryFailed extends Error {
  readonly code: string
  /** True when every further attempt would fail too. */
  readonly permanent: boolean

  constructor(code: string, { permanent }: { permanent: boolean }) {
    super(`Delivery failed: ${code}`)
    this.name = 'DeliveryFailed'
    this.code = code
    this.permanent = permanent
  }
}
