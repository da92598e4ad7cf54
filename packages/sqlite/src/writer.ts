import type { DatabaseSync } from 'node:sqlite'

/** A batch blocks the event loop until its commit is on disk, so a long queue is split into several. */
const MAX_BATCH = 256

type WriteResult = { ok: true; value: unknown } | { ok: false; error: unknown }

/** An open transaction, and the callbacks that run once it is on disk. */
type Transaction = { connection: DatabaseSync; whenDurable: (() => void)[] }

type PendingWrite = {
  work: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: writes that arrive in one tick of the event loop share a transaction and its one fsync. Each succeeds or
 * fails alone, and none resolves before the commit.
 */
export function createWriter(connection: DatabaseSync) {
  const whenDurable: (() => void)[] = []
  let queue: PendingWrite[] = []
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
    onceDurable(callback: () => void) {
      whenDurable.push(callback)
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
 * In most batches no write fails, so the first try uses no savepoints, which would copy every page. If a write fails, the
 * whole batch runs again with a savepoint for each. If a write breaks the transaction itself, as a deferred constraint or
 * a full disk does, each write gets a transaction of its own.
 */
function commit(transaction: Transaction, batch: PendingWrite[]) {
  const [first] = batch
  const broken = commitTogether(transaction, batch, ({ work }) => ({
    ok: true,
    value: run(transaction.connection, work),
  }))
  if (!broken) return
  if (batch.length === 1) {
    first?.reject(broken.error)
    return
  }
  if (!commitTogether(transaction, batch, ({ work }) => attempt(transaction, work))) return
  for (const pending of batch) commit(transaction, [pending])
}

/** Null when every write has its result; otherwise the error that broke the transaction, which is rolled back. */
function commitTogether(
  { connection, whenDurable }: Transaction,
  batch: PendingWrite[],
  perform: (pending: PendingWrite) => WriteResult,
): { error: unknown } | null {
  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const pending of batch) pending.reject(error)
    return null
  }
  try {
    const results = batch.map((pending) => ({ pending, result: perform(pending) }))
    connection.exec('COMMIT')
    for (const callback of whenDurable.splice(0)) callback()
    for (const { pending, result } of results) settle(pending, result)
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

function attempt({ connection, whenDurable }: Transaction, work: () => unknown): WriteResult {
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

function settle(pending: PendingWrite, result: WriteResult) {
  if (result.ok) pending.resolve(result.value as never)
  else pending.reject(result.error)
}
