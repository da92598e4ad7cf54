import { randomInt } from 'node:crypto'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { tooBusy } from '@nashta/service-kit/too-busy'

/** The most writes and outbox entries of one commit, which is DynamoDB's limit. */
export const COMMIT_MAX = 100

/** Documents with the same `pk` are sorted by `sk`. On DynamoDB, these are the keys of the item. */
export type DocumentKey = { pk: string; sk: string }

/** A stored document. Its version grows by one with each write. */
export type Document<Body> = { key: DocumentKey; body: Body; version: number }

export type NewDocument = {
  key: DocumentKey
  /** Any JSON. Its fields keep their order. */
  body: object
  /** The list that the document is in, and its place there: lists are sorted by this text. */
  place?: { list: string; place: string }
  /** The document is deleted some time after this. Until then it may still be read. */
  expiresAt?: Date
}

/**
 * The optimistic lock: the document as it was read, or null when there was none. A write is refused
 * when the stored document has been changed, added or deleted since, even if it was added again.
 */
export type Seen = { version: number } | null

const VERSIONS_PER_MS = 1000

/**
 * The version of a write. The first version of a document is made from the time, so that no earlier
 * document under the same key has had it.
 */
export function versionAfter(seen: Seen | undefined): number {
  return seen ? seen.version + 1 : Date.now() * VERSIONS_PER_MS + randomInt(VERSIONS_PER_MS)
}

/** A deletion without `seen` is never refused. */
export type DocumentWrite = { put: NewDocument; seen: Seen } | { delete: DocumentKey; seen?: Seen }

/** The sort keys or places between `above` and `below`, without these two. */
export type Range = {
  above?: string | undefined
  below?: string | undefined
  limit?: number
  isFalling?: boolean
}

/** Documents as JSON under a key, for stores that need no more of their storage. */
export interface Documents {
  // These functions do not check that a body is a `Body`: a store reads only its own documents.

  get<Body>(key: DocumentKey): Promise<Document<Body> | null>

  /** The documents with a partition key, by their sort keys. */
  listByKey<Body>(pk: string, range?: Range): Promise<Document<Body>[]>

  /** The documents of a list, by their places. A change shows in the list a moment later. */
  listByPlace<Body>(list: string, range?: Range): Promise<Document<Body>[]>

  count(list: string): Promise<number>

  /**
   * Writes the documents and adds the outbox entries, in one transaction. Throws `Conflict`, and
   * writes nothing, when one of the documents is no longer as it was seen.
   */
  commit(writes: readonly DocumentWrite[], entries?: readonly OutboxEntry[]): Promise<void>

  /** Runs `work`, which reads, decides and commits. Runs it again after a `Conflict`. */
  retryConflicts<T>(work: () => Promise<T>): Promise<T>

  /**
   * Deletes the documents, not in one transaction. A call that failed half-way can be repeated. A key may
   * be named twice.
   */
  erase(keys: readonly DocumentKey[]): Promise<void>
}

/** A document has been changed, added or deleted since it was seen. */
export class Conflict extends Error {
  constructor(options?: ErrorOptions) {
    super('A document has changed since it was read', options)
    this.name = 'Conflict'
  }
}

/** For the adapters. `delay` waits before the next try; it gets the number of earlier retries. */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  { retries, delay }: { retries: number; delay: (failures: number) => Promise<void> },
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      if (failures >= retries) throw tooBusy(error)
    }
    await delay(failures)
  }
}
