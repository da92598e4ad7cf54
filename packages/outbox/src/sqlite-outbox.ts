import type { Database } from '@nashta/sqlite/database'
import {
  type ClaimedEntry,
  type OutboxEntry,
  type OutboxStore,
  type ReadableEntry,
  SETTLED_LIFETIME_MS,
} from './outbox.ts'
import { decryptOrNull, NO_ENCRYPTION, type PayloadCipher } from './payload-cipher.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * For the migrations of a database with an outbox. `AUTOINCREMENT` never reuses the id of a deleted
 * event. Times are stored as milliseconds: every order writes several of them, and each would cost
 * a microsecond as text.
 */
export const OUTBOX_SQL = `
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL CHECK (topic IN ('mail', 'events')),
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'given up')),
    failures INTEGER NOT NULL,
    addedAt INTEGER NOT NULL,
    dueAt INTEGER NOT NULL,
    doneAt INTEGER,
    payload TEXT
  ) STRICT;

  -- The recommendation service ignores a repeated event, so only the keys of mails are unique.
  CREATE UNIQUE INDEX outboxMails ON outbox (key) WHERE topic = 'mail';
  CREATE INDEX outboxDue ON outbox (topic, dueAt, id) WHERE state = 'pending';
  CREATE INDEX outboxGivenUp ON outbox (doneAt) WHERE state = 'given up';
`

export type SqliteOutbox = OutboxStore & {
  /** Must be called inside `database.write`, which commits the entry with the change it reports. */
  add(entry: OutboxEntry): void
}

/**
 * Claims are in memory, because only one process uses the database. When that process dies, its
 * claims are gone, and the next process need not wait for the end of a lease.
 */
export function createSqliteOutbox(
  { connection, prepare, write }: Database,
  now: () => Date,
  cipher: PayloadCipher = NO_ENCRYPTION,
): SqliteOutbox {
  const insert = prepare(`
    INSERT INTO outbox (topic, kind, key, state, failures, addedAt, dueAt, payload)
    VALUES (?1, ?2, ?3, 'pending', 0, ?4, ?4, ?5)
    ON CONFLICT (key) WHERE topic = 'mail' DO NOTHING
  `)
  const selectDue = prepare<DueRow>(`
    SELECT id, kind, key, failures, addedAt, payload FROM outbox
    WHERE state = 'pending' AND topic = ? AND dueAt <= ? AND id NOT IN (SELECT value FROM json_each(?))
    ORDER BY dueAt, id LIMIT ?
  `)
  const markDelivered = prepare(
    `UPDATE outbox SET state = 'delivered', doneAt = ?, payload = NULL WHERE id = ?`,
  )
  const remove = prepare('DELETE FROM outbox WHERE id = ?')
  const postpone = prepare(
    `UPDATE outbox SET failures = failures + 1, dueAt = ? WHERE id = ? AND state = 'pending'`,
  )
  const markGivenUp = prepare(
    `UPDATE outbox SET state = 'given up', doneAt = ? WHERE id = ? AND state = 'pending'`,
  )
  // An erased mail counts as delivered, so it is not sent. Its row stays, so that its key cannot be
  // added again. A mail without a payload was delivered before, and its `doneAt` does not change.
  const erase = prepare(`
    UPDATE outbox SET state = 'delivered', doneAt = ?, payload = NULL
    WHERE topic = 'mail' AND key = ? AND payload IS NOT NULL
  `)
  const countPending = prepare<{ pending: number; earliestDue: number | null }>(
    `SELECT count(*) AS pending, min(dueAt) AS earliestDue FROM outbox WHERE state = 'pending' AND topic = ?`,
  )

  const countMails = prepare<{ due: number; ofKind: number }>(`
    SELECT count(*) FILTER (WHERE dueAt <= ?) AS due, count(*) FILTER (WHERE kind = ?) AS ofKind
    FROM outbox WHERE state = 'pending' AND topic = 'mail'
  `)

  // A mail that was given up still has its payload, which names a person.
  const pruneGivenUp = prepare(`DELETE FROM outbox WHERE state = 'given up' AND doneAt < ?`)
  let prunedAt = Number.NEGATIVE_INFINITY

  function pruneOncePerDay() {
    const time = now().getTime()
    if (time - prunedAt < DAY_MS) return
    prunedAt = time
    pruneGivenUp.run(time - SETTLED_LIFETIME_MS)
  }

  /** The end of the lease of each claimed entry, by its id. */
  const leases = new Map<number, Date>()
  const listeners = new Set<Parameters<OutboxStore['onAdded']>[0]>()

  async function writeAndRelease(entries: readonly ClaimedEntry[], change: (entry: ClaimedEntry) => void) {
    await write(() => {
      entries.forEach(change)
      pruneOncePerDay()
    })
    endLeases(entries)
  }

  function endLeases(entries: readonly ClaimedEntry[]) {
    for (const { id } of entries) leases.delete(Number(id))
  }

  return {
    add({ topic, kind, key, payload }) {
      if (!connection.isTransaction) {
        throw new Error('An outbox entry is added inside the write that it reports')
      }
      // `key` is the entry's key, not an encryption key. The cipher binds the payload to `key`, so
      // that the payload cannot be decrypted as part of another entry.
      insert.run(topic, kind, key, now().getTime(), cipher.encrypt(payload, key))
      for (const listener of listeners) listener(topic)
    },
    async claim({ topic, limit, now: time, leaseUntil }) {
      for (const [id, until] of leases) if (until <= time) leases.delete(id)
      const free = selectDue.all(topic, time.getTime(), JSON.stringify([...leases.keys()]), limit)
      return free.map(({ id, kind, key, failures, addedAt, payload }) => {
        leases.set(id, leaseUntil)
        return {
          id: String(id),
          topic,
          kind,
          key,
          failures,
          addedAt: new Date(addedAt),
          payload: decryptOrNull(cipher, payload, key),
        }
      })
    },
    // The row of a delivered mail stays, so that its key cannot be added again.
    complete: (entries, at) =>
      writeAndRelease(entries, ({ id, topic }) =>
        topic === 'mail' ? markDelivered.run(at.getTime(), id) : remove.run(id),
      ),
    retry: (entry, retryAt) => writeAndRelease([entry], ({ id }) => postpone.run(retryAt.getTime(), id)),
    giveUp: (entry, at) => writeAndRelease([entry], ({ id }) => markGivenUp.run(at.getTime(), id)),
    async release(entries) {
      endLeases(entries)
    },
    eraseMails: (keys, at) => write(() => keys.forEach((key) => erase.run(at.getTime(), key))),
    async backlog(topic) {
      const { pending = 0, earliestDue = null } = countPending.get(topic) ?? {}
      return { pending, earliestDue: earliestDue === null ? null : new Date(earliestDue) }
    },
    async countMails({ kind, now: time }) {
      return countMails.get(time.getTime(), kind) ?? { due: 0, ofKind: 0 }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

type DueRow = Pick<ReadableEntry, 'kind' | 'key' | 'failures' | 'payload'> & { id: number; addedAt: number }
