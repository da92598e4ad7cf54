import type { Database } from '@nashta/sqlite/database'
import type { ClaimedEntry, OutboxEntry, OutboxStore } from './outbox.ts'
import { NO_SEAL, type Seal } from './seal.ts'

/** `AUTOINCREMENT`, so that the id of a deleted event is not used again. */
export const OUTBOX_SQL = `
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL CHECK (topic IN ('mail', 'events')),
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'given up')),
    failures INTEGER NOT NULL,
    addedAt TEXT NOT NULL,
    dueAt TEXT NOT NULL,
    doneAt TEXT,
    payload TEXT,
    UNIQUE (topic, key)
  ) STRICT;

  CREATE INDEX outboxDue ON outbox (topic, dueAt, id) WHERE state = 'pending';
`

export type SqliteOutbox = OutboxStore & {
  /** Only inside `database.write`, so that the entry is committed together with the change that it reports. */
  add(entry: OutboxEntry): void
}

/**
 * Claims are in memory: one process owns the data folder, and when it dies its successor need not wait for a lease.
 */
export function createSqliteOutbox(
  { connection, write }: Database,
  now: () => Date,
  { seal, open }: Seal = NO_SEAL,
): SqliteOutbox {
  const insert = connection.prepare(`
    INSERT INTO outbox (topic, kind, key, state, failures, addedAt, dueAt, payload)
    VALUES (?, ?, ?, 'pending', 0, ?4, ?4, ?5)
    ON CONFLICT (topic, key) DO NOTHING
  `)
  const selectDue = connection.prepare(`
    SELECT id, kind, key, failures, addedAt, payload FROM outbox
    WHERE state = 'pending' AND topic = ? AND dueAt <= ? ORDER BY dueAt, id LIMIT ?
  `)
  const markDelivered = connection.prepare(
    `UPDATE outbox SET state = 'delivered', doneAt = ?, payload = NULL WHERE id = ?`,
  )
  const remove = connection.prepare('DELETE FROM outbox WHERE id = ?')
  const postpone = connection.prepare(
    `UPDATE outbox SET failures = failures + 1, dueAt = ? WHERE id = ? AND state = 'pending'`,
  )
  const park = connection.prepare(
    `UPDATE outbox SET state = 'given up', doneAt = ? WHERE id = ? AND state = 'pending'`,
  )
  const countPending = connection.prepare(
    `SELECT count(*) AS pending, min(dueAt) AS nextDue FROM outbox WHERE state = 'pending' AND topic = ?`,
  )

  const claims = new Map<string, Date>()
  const listeners = new Set<Parameters<OutboxStore['onAdded']>[0]>()

  async function settle(entries: readonly ClaimedEntry[], change: (entry: ClaimedEntry) => void) {
    await write(() => entries.forEach(change))
    for (const { id } of entries) claims.delete(id)
  }

  return {
    add({ topic, kind, key, payload }) {
      if (!connection.isTransaction) {
        throw new Error('An outbox entry is added inside the write that it reports')
      }
      insert.run(topic, kind, key, now().toISOString(), seal(payload, key))
      for (const listener of listeners) listener(topic)
    },
    async claim({ topic, limit, now: time, leaseUntil }) {
      for (const [id, until] of claims) if (until <= time) claims.delete(id)
      // The columns are those of `selectDue`.
      const rows = selectDue.all(topic, time.toISOString(), limit + claims.size) as DueRow[]
      const free = rows.filter(({ id }) => !claims.has(String(id))).slice(0, limit)
      const claimed = free.map(({ id, kind, key, failures, addedAt, payload }) => ({
        id: String(id),
        topic,
        kind,
        key,
        failures,
        addedAt: new Date(addedAt),
        payload: open(payload, key),
      }))
      for (const { id } of claimed) claims.set(id, leaseUntil)
      return claimed
    },
    complete: (entries, at) =>
      settle(entries, ({ id, topic }) =>
        topic === 'mail' ? markDelivered.run(at.toISOString(), id) : remove.run(id),
      ),
    retry: (entry, retryAt) => settle([entry], ({ id }) => postpone.run(retryAt.toISOString(), id)),
    giveUp: (entry, at) => settle([entry], ({ id }) => park.run(at.toISOString(), id)),
    async release(entries) {
      for (const { id } of entries) claims.delete(id)
    },
    async backlog(topic) {
      const { pending = 0, nextDue = null } = countPending.get(topic) ?? {}
      return { pending: Number(pending), nextDue: nextDue === null ? null : new Date(String(nextDue)) }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

type DueRow = Pick<ClaimedEntry, 'kind' | 'key' | 'failures' | 'payload'> & { id: number; addedAt: string }
