import type { DatabaseSync } from 'node:sqlite'

/** A batch holds the event loop until its commit is on disk, so a flood is cut into several. */
const MAX_BATCH = 256

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

/** A transaction in the making, and who wants to know when it is on disk. */
type Unit = { connection: DatabaseSync; whenDurable: (() => void)[] }

type Pending = {
  work: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: writes that arrive in one turn of the event loop share a transaction and its one fsync. Each
 * succeeds or fails alone, and none is answered before the commit.
 */
export function createWriter(connection: DatabaseSync) {
  const whenDurable: (() => void)[] = []
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
    commit({ connection, whenDurable }, batch)
  }

  return {
    onceDurable(tell: () => void) {
      whenDurable.push(tell)
    },
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

/**
 * Most batches have no write that fails, so the first try guards against none: savepoints would copy every
 * page. Otherwise all again, each behind its own; and each alone where one breaks the transaction itself, as
 * a deferred constraint or a full disk does.
 */
function commit(unit: Unit, batch: Pending[]) {
  const [first] = batch
  const broken = commitTogether(unit, batch, ({ work }) => ({ ok: true, value: run(unit.connection, work) }))
  if (!broken) return
  if (batch.length === 1) {
    first?.reject(broken.error)
    return
  }
  if (!commitTogether(unit, batch, ({ work }) => attempt(unit, work))) return
  for (const pending of batch) commit(unit, [pending])
}

/** Null when all have their answer; otherwise what broke the transaction, of which nothing is left. */
function commitTogether(
  { connection, whenDurable }: Unit,
  batch: Pending[],
  perform: (pending: Pending) => Outcome,
): { error: unknown } | null {
  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const pending of batch) pending.reject(error)
    return null
  }
  try {
    const outcomes = batch.map(perform)
    connection.exec('COMMIT')
    for (const tell of whenDurable.splice(0)) tell()
    batch.forEach((pending, index) => settle(pending, outcomes[index] as Outcome))
    return null
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    whenDurable.length = 0
    return { error }
  }
}

function run(connection: DatabaseSync, work: () => unknown) {
  const value = work()
  if (value instanceof Promise) throw new TypeError('A write must be synchronous')
  if (!connection.isTransaction) throw new Error('A write must leave its transaction open')
  return value
}

function attempt({ connection, whenDurable }: Unit, work: () => unknown): Outcome {
  const before = whenDurable.length
  connection.exec('SAVEPOINT write')
  try {
    const value = run(connection, work)
    connection.exec('RELEASE write')
    return { ok: true, value }
  } catch (error) {
    // SQLite has rolled the whole transaction back by itself.
    if (!connection.isTransaction) throw error
    connection.exec('ROLLBACK TO write; RELEASE write')
    whenDurable.length = before
    return { ok: false, error }
  }
}

function settle(pending: Pending, outcome: Outcome) {
  if (outcome.ok) pending.resolve(outcome.value as never)
  else pending.reject(outcome.error)
}
