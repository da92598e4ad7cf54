import type { DatabaseSync } from 'node:sqlite'

/** A commit blocks the event loop until it is on disk, so a long queue is committed in several batches. */
const MAX_BATCH = 256

/** A connection, and the callbacks to run when its current transaction is on disk. */
type Transaction = { connection: DatabaseSync; whenDurable: (() => void)[] }

/** Resolves or rejects the promise of a write. */
type Settle = () => void

/** `run` does the work and returns the function that resolves the promise, to be called after the commit. */
type PendingWrite = { run: () => Settle; reject: (error: unknown) => void }

/**
 * Group commit: writes of one tick share a transaction and its fsync. Each succeeds or fails alone, and none
 * resolves before the commit.
 */
export function createWriter(connection: DatabaseSync) {
  const whenDurable: (() => void)[] = []
  let queue: PendingWrite[] = []
  let batchCount = 0
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
    batchCount += 1
    commit({ connection, whenDurable }, batch)
  }

  return {
    /** Grows with every batch, before the batch is committed. */
    batchCount: () => batchCount,
    onceDurable(callback: () => void) {
      whenDurable.push(callback)
    },
    write<T>(work: () => T): Promise<T> {
      if (closed) return Promise.reject(new Error('The database is closed'))
      return new Promise((resolve, reject) => {
        const run = () => {
          const value = work()
          if (value instanceof Promise) throw new TypeError('A write must be synchronous')
          return () => resolve(value)
        }
        queue.push({ run, reject })
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
 * Most batches contain no failing write, so the first attempt uses no savepoints: a savepoint copies every page that its
 * write changes. When the attempt fails, each write runs again behind its own savepoint. When the whole transaction fails
 * again, for example by a deferred constraint or a full disk, each write gets its own transaction.
 */
function commit(transaction: Transaction, batch: PendingWrite[]) {
  const failure = commitTogether(transaction, batch, (write) => runWrite(transaction, write))
  if (!failure) return
  if (batch.length === 1) {
    batch[0]?.reject(failure.error)
    return
  }
  if (!commitTogether(transaction, batch, (write) => runWithSavepoint(transaction, write))) return
  for (const write of batch) commit(transaction, [write])
}

/** Null when every write is settled; otherwise the error that rolled the whole transaction back. */
function commitTogether(
  { connection, whenDurable }: Transaction,
  batch: PendingWrite[],
  runOne: (write: PendingWrite) => Settle,
): { error: unknown } | null {
  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const write of batch) write.reject(error)
    return null
  }
  try {
    const settles = batch.map(runOne)
    connection.exec('COMMIT')
    runCallbacks(whenDurable.splice(0))
    for (const settle of settles) settle()
    return null
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    whenDurable.length = 0
    return { error }
  }
}

/** The writes are on disk: a callback that throws must not make them run again. */
function runCallbacks(callbacks: readonly (() => void)[]) {
  for (const callback of callbacks) {
    try {
      callback()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

function runWrite({ connection }: Transaction, { run }: PendingWrite): Settle {
  const settle = run()
  if (!connection.isTransaction) throw new Error('A write must leave its transaction open')
  return settle
}

/** A write that fails is undone alone, and its promise is rejected after the commit of the others. */
function runWithSavepoint(transaction: Transaction, write: PendingWrite): Settle {
  const { connection, whenDurable } = transaction
  const callbackCount = whenDurable.length
  connection.exec('SAVEPOINT write')
  try {
    const settle = runWrite(transaction, write)
    connection.exec('RELEASE write')
    return settle
  } catch (error) {
    // There is no open transaction when SQLite itself has rolled it back.
    if (!connection.isTransaction) throw error
    connection.exec('ROLLBACK TO write; RELEASE write')
    whenDurable.length = callbackCount
    return () => write.reject(error)
  }
}
