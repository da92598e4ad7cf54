import type { DatabaseSync } from 'node:sqlite'

/** Writing a commit to disk blocks the event loop, so a long queue is split into batches. */
const MAX_BATCH = 256

type WriterState = {
  connection: DatabaseSync
  /** The functions to call after the commit of the current transaction. */
  durableCallbacks: (() => void)[]
  commitCount: number
}

/** Resolves or rejects the promise of a write. */
type Settle = () => void

/** `run` does the work of the write, and returns the function to call after the commit. */
type PendingWrite = { run: () => Settle; reject: (error: unknown) => void }

/**
 * Group commit: the writes of two ticks share a transaction and its fsync. Each write succeeds or
 * fails alone. No write resolves before the commit.
 */
export function createWriter(connection: DatabaseSync) {
  const state: WriterState = { connection, durableCallbacks: [], commitCount: 0 }
  let queue: PendingWrite[] = []
  let isScheduled = false
  let isClosed = false

  /** Waits a whole tick, so that requests that have arrived already join. An idle process hardly waits. */
  function schedule() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => setImmediate(flush))
  }

  function flush() {
    isScheduled = false
    const batch = queue.slice(0, MAX_BATCH)
    queue = queue.slice(MAX_BATCH)
    if (queue.length > 0) schedule()
    commit(state, batch)
  }

  return {
    commitCount: () => state.commitCount,
    /** Calls back after the commit of the write that is running. It is called only inside of a write. */
    onceDurable(callback: () => void) {
      state.durableCallbacks.push(callback)
    },
    write<T>(work: () => T): Promise<T> {
      if (isClosed) return Promise.reject(new Error('The database is closed'))
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
      isClosed = true
      while (queue.length > 0) await new Promise(setImmediate)
    },
  }
}

/**
 * Commits a batch in up to three attempts:
 *
 * 1. All writes run in one transaction without savepoints, because a savepoint copies every page
 *    that its write changes. Most batches contain no failing write and succeed here.
 * 2. All writes run in one transaction, each behind its own savepoint. A failing write is undone
 *    alone. The whole transaction may still fail, for example by a deferred constraint or a full
 *    disk.
 * 3. Each write runs in its own transaction.
 */
function commit(state: WriterState, batch: PendingWrite[]) {
  const firstRollback = commitTogether(state, batch, (write) => runWrite(state, write))
  if (!firstRollback) return
  if (batch.length === 1) {
    batch[0]?.reject(firstRollback.error)
    return
  }
  const secondRollback = commitTogether(state, batch, (write) => runWithSavepoint(state, write))
  if (!secondRollback) return
  for (const write of batch) commit(state, [write])
}

type Rollback = { error: unknown }

/**
 * Runs the writes in one transaction and settles their promises. Only if the transaction is rolled
 * back, the promises stay pending and a `Rollback` is returned.
 */
function commitTogether(
  state: WriterState,
  batch: PendingWrite[],
  runOne: (write: PendingWrite) => Settle,
): Rollback | null {
  const { connection, durableCallbacks } = state
  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const write of batch) write.reject(error)
    return null
  }
  try {
    const settles = batch.map(runOne)
    connection.exec('COMMIT')
    state.commitCount += 1
    runCallbacks(durableCallbacks.splice(0))
    for (const settle of settles) settle()
    return null
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    durableCallbacks.length = 0
    return { error }
  }
}

/** The writes are on disk, so an error of a callback must not make the writes run again. */
function runCallbacks(callbacks: readonly (() => void)[]) {
  for (const callback of callbacks) {
    try {
      callback()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

function runWrite({ connection }: WriterState, { run }: PendingWrite): Settle {
  const settle = run()
  if (!connection.isTransaction) throw new Error('A write must leave its transaction open')
  return settle
}

/** Undoes a write that fails. Its promise is rejected after the commit of the other writes. */
function runWithSavepoint(state: WriterState, write: PendingWrite): Settle {
  const { connection, durableCallbacks } = state
  const callbackCount = durableCallbacks.length
  connection.exec('SAVEPOINT write')
  try {
    const settle = runWrite(state, write)
    connection.exec('RELEASE write')
    return settle
  } catch (error) {
    // After some errors SQLite rolls the whole transaction back. A faulty write may also end the
    // transaction itself. In both cases the savepoint is gone.
    if (!connection.isTransaction) throw error
    connection.exec('ROLLBACK TO write; RELEASE write')
    durableCallbacks.length = callbackCount
    return () => write.reject(error)
  }
}
