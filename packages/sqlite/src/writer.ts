import type { DatabaseSync } from 'node:sqlite'

/** A batch holds the event loop until its commit is on disk, so a flood is cut into several. */
const MAX_BATCH = 256

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

type Pending = {
  work: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: writes that arrive in one turn of the event loop share a transaction and
 * its one fsync. Each has a savepoint, so it succeeds or fails alone, and none is answered
 * before the commit.
 */
export function createWriter(connection: DatabaseSync) {
  let queue: Pending[] = []
  let scheduled = false
  let closed = false

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  function flush() {
    scheduled = false
    const batch = queue.slice(0, MAX_BATCH)
    queue = queue.slice(MAX_BATCH)
    if (queue.length > 0) schedule()
    commit(connection, batch)
  }

  return {
    write<T>(work: () => T): Promise<T> {
      if (closed) return Promise.reject(new Error('The database is closed'))
      return new Promise((resolve, reject) => {
        queue.push({ work, resolve, reject })
        schedule()
      })
    },
    async close() {
      closed = true
      while (queue.length > 0) await new Promise(setImmediate)
    },
  }
}

function commit(connection: DatabaseSync, batch: Pending[]) {
  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const pending of batch) pending.reject(error)
    return
  }

  try {
    const outcomes = batch.map((pending) => attempt(connection, pending.work))
    connection.exec('COMMIT')
    batch.forEach((pending, index) => settle(pending, outcomes[index] as Outcome))
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    // One write broke the transaction for all: a deferred constraint, a full disk. Alone, each gets its own answer.
    if (batch.length > 1) for (const pending of batch) commit(connection, [pending])
    else batch[0]?.reject(error)
  }
}

function attempt(connection: DatabaseSync, work: () => unknown): Outcome {
  connection.exec('SAVEPOINT write')
  try {
    const value = work()
    if (value instanceof Promise) throw new TypeError('A write must be synchronous')
    connection.exec('RELEASE write')
    return { ok: true, value }
  } catch (error) {
    // SQLite has rolled the whole transaction back by itself.
    if (!connection.isTransaction) throw error
    connection.exec('ROLLBACK TO write; RELEASE write')
    return { ok: false, error }
  }
}

function settle(pending: Pending, outcome: Outcome) {
  if (outcome.ok) pending.resolve(outcome.value as never)
  else pending.reject(outcome.error)
}
