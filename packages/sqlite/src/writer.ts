import type { DatabaseSync } from 'node:sqlite'

/** A batch blocks the event loop until its commit is on disk, so many writes are split into several. */
const MAX_BATCH = 256

/** The open transaction, and the callbacks for when it is on disk. */
type Transaction = { connection: DatabaseSync; whenDurable: (() => void)[] }

/** Settles the promise of a write. */
type Settle = () => void

type PendingWrite = { work: () => { value: unknown; settle: Settle }; reject: (error: unknown) => void }

/**
 * Group commit: writes of one tick share a transaction and its fsync. Each succeeds or fails alone, and none
 * resolves before the commit.
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
    onceDurable(notify: () => void) {
      whenDurable.push(notify)
    },
    write<T>(work: () => T): Promise<T> {
      if (closed) return Promise.reject(new Error('The database is closed'))
      return new Promise((resolve, reject) => {
        const settled = (value: T) => ({ value, settle: () => resolve(value) })
        queue.push({ work: () => settled(work()), reject })
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
 * Most batches contain no failing write, so the first try uses no savepoints, which would copy every page. When it
 * fails, each write runs again behind its own savepoint; when the transaction itself breaks, as by a deferred
 * constraint or a full disk, each write gets its own transaction.
 */
function commit(transaction: Transaction, batch: PendingWrite[]) {
  const [first] = batch
  const broken = commitTogether(transaction, batch, (write) => run(transaction, write))
  if (!broken) return
  if (batch.length === 1) {
    first?.reject(broken.error)
    return
  }
  if (!commitTogether(transaction, batch, (write) => attempt(transaction, write))) return
  for (const write of batch) commit(transaction, [write])
}

/** Null when every write is settled; otherwise the error that rolled the whole transaction back. */
function commitTogether(
  { connection, whenDurable }: Transaction,
  batch: PendingWrite[],
  perform: (write: PendingWrite) => Settle,
): { error: unknown } | null {
  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const write of batch) write.reject(error)
    return null
  }
  try {
    const settles = batch.map(perform)
    connection.exec('COMMIT')
    for (const notify of whenDurable.splice(0)) notify()
    for (const settle of settles) settle()
    return null
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    whenDurable.length = 0
    return { error }
  }
}

function run({ connection }: Transaction, { work }: PendingWrite): Settle {
  const { value, settle } = work()
  if (value instanceof Promise) throw new TypeError('A write must be synchronous')
  if (!connection.isTransaction) throw new Error('A write must leave its transaction open')
  return settle
}

function attempt(transaction: Transaction, write: PendingWrite): Settle {
  const { connection, whenDurable } = transaction
  const before = whenDurable.length
  connection.exec('SAVEPOINT write')
  try {
    const settle = run(transaction, write)
    connection.exec('RELEASE write')
    return settle
  } catch (error) {
    // SQLite has rolled the whole transaction back by itself.
    if (!connection.isTransaction) throw error
    connection.exec('ROLLBACK TO write; RELEASE write')
    whenDurable.length = before
    return () => write.reject(error)
  }
}
