export type TopicName =
  /** Mails are delivered one by one. */
  | 'mail'
  /** Events are delivered in batches, and deleted after their delivery. */
  | 'events'

/** A settled mail is stored at least this long. Meanwhile no mail with the same key can be added. */
export const SETTLED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

export type OutboxEntry = {
  topic: TopicName
  /** Shown in logs, for example `order-confirmed`. */
  kind: string
  /**
   * No second mail with the same key is added until at least 30 days after the first mail was
   * delivered or given up. The keys of events are not checked, because the recommendation service
   * ignores an event that it already has.
   */
  key: string
  /** Entries of `events` with the same group are delivered in order. */
  group?: string
  payload: string
}

export type ClaimedEntry = Omit<OutboxEntry, 'group' | 'payload'> & {
  /** Identifies the entry in its outbox; each adapter has its own format. */
  id: string
  addedAt: Date
  /** How many deliveries of the entry have failed. */
  failures: number
  /** Null when the payload cannot be decrypted. */
  payload: string | null
}

export type ReadableEntry = ClaimedEntry & {
  payload: string
  /** The payload as its topic has parsed it; undefined before that. */
  parsed?: unknown
}

/** A request for at most `limit` entries that are due at the time `now`. */
export type Claim = { topic: TopicName; limit: number; now: Date; leaseUntil: Date }

export type Backlog = {
  pending: number
  /** The earliest time at which a pending entry was or will be due; null when none is pending. */
  earliestDue: Date | null
}

/**
 * The relay's port to an outbox. Each adapter has its own method that adds an entry in the
 * transaction of the change that the entry reports.
 */
export interface OutboxStore {
  /**
   * Claims pending entries that are due, and leases them until `leaseUntil`. Mails are claimed in
   * the order of their due times, and events of one group in the order in which they were added.
   *
   * No other claim gets a leased entry. If the process dies before it settles the entry, the lease
   * ends and another claim gets the entry. So each entry is delivered at least once.
   */
  claim(claim: Claim): Promise<ClaimedEntry[]>

  /** Settles delivered entries: deletes events, and the payloads of mails. */
  complete(entries: readonly ClaimedEntry[], at: Date): Promise<void>

  /**
   * Makes an entry due again at `retryAt`. Changes nothing if the entry is already settled, for
   * example by another process after the end of the lease.
   */
  retry(entry: ClaimedEntry, retryAt: Date): Promise<void>

  /** Ends the leases of entries that were not delivered. The entries stay due. */
  release(entries: readonly ClaimedEntry[]): Promise<void>

  /**
   * Settles an entry that cannot be delivered. The entry is never due again, and its payload stays
   * for the operator.
   */
  giveUp(entry: ClaimedEntry, at: Date): Promise<void>

  /** Settles the mails with these keys without sending them, and deletes their payloads. */
  eraseMails(keys: readonly string[], at: Date): Promise<void>

  backlog(topic: TopicName): Promise<Backlog>

  /**
   * How many mails are due at the time `now`, leased or not, and how many of a kind are pending, due
   * or not. A mail that waits for its retry is pending.
   */
  countMails(of: { kind: string; now: Date }): Promise<{ due: number; ofKind: number }>

  /** Calls the listener for each added entry. The transaction may still fail after the call. */
  onAdded(listener: (topic: TopicName) => void): void
}

/** The code and the message are logged, so neither may contain an e-mail address. */
export class DeliveryFailed extends Error {
  readonly code: string
  /** True when every further attempt would fail too. */
  readonly isPermanent: boolean

  constructor(code: string, { isPermanent }: { isPermanent: boolean }) {
    super(`Delivery failed: ${code}`)
    this.name = 'DeliveryFailed'
    this.code = code
    this.isPermanent = isPermanent
  }
}

/** A delivery that has to wait. It has not failed, so it is neither logged as a failure nor given up. */
export class DeliveryDelayed extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('Delivery delayed')
    this.name = 'DeliveryDelayed'
    this.until = until
  }
}
