import { tracingChannel } from 'node:diagnostics_channel'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { migrate, type Migration } from './migrate.ts'
import { BUSY_TIMEOUT_MS, explainCorruption, openConnection } from './open-connection.ts'
import { prepare, type Statement } from './statement.ts'
import { createWriter } from './writer.ts'

const EMPTY_WRITE_AHEAD_LOG_RETRY_MS = 1000
/** Telemetry observes writes through this channel. Reads take microseconds and are not traced. */
const operations = tracingChannel<{ name: string; attributes: Record<string, string> }>('nashta.storage')

export type Database = {
  connection: DatabaseSync
  /**
   * Prepares a typed statement: `prepare<{ body: string }>('SELECT body FROM notes')`. Reads see
   * every committed write.
   */
  prepare: <Row = never>(sql: string) => Statement<Row>
  /**
   * Runs `work` in the next transaction, which several writes share. The promise resolves after the
   * transaction is committed to disk. `work` must be synchronous. `work` may run more than once, so
   * it must change nothing outside the database.
   */
  write: <T>(work: () => T) => Promise<T>
  /**
   * Caches the result of `read` until this process commits a write. Inside a write, every call runs
   * `read`. A change by another process is not noticed.
   */
  cacheUntilCommit: <T>(read: () => T) => () => T
  /**
   * For use inside a write. The callback runs when the write is on disk, before the promise of the
   * write resolves. The callback does not run after a rollback.
   */
  onceDurable: (callback: () => void) => void
  /**
   * Empties SQLite's write-ahead log, which still contains deleted rows. While another connection
   * reads the file, the log cannot be emptied. The attempt is then repeated every second.
   */
  emptyWriteAheadLog: () => void
  /** Resolves when a real write has reached the disk; rejects when writing is impossible. */
  probe: () => Promise<void>
  /** Finishes the queued writes, then closes the file. */
  close: () => Promise<void>
}

export type OpenDatabaseOptions = {
  path: string
  migrations: readonly Migration[]
  now: () => Date
}

export function openDatabase({ path, migrations, now }: OpenDatabaseOptions): Database {
  const connection = openConnection(path)
  try {
    migrate(connection, migrations, now)
  } catch (error) {
    connection.close()
    throw explainCorruption(path, error)
  }

  const writer = createWriter(connection)
  const namespace = basename(path, '.sqlite')
  const recordProbe = prepare(connection, 'INSERT OR REPLACE INTO probe (id, probedAt) VALUES (1, ?)')

  let retryTimer: NodeJS.Timeout | undefined
  function emptyWriteAheadLog() {
    clearTimeout(retryTimer)
    // The checkpoint must not wait for readers on other connections: waiting blocks this process.
    connection.exec('PRAGMA busy_timeout = 0')
    try {
      const result = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
      if (result?.['busy'] === 1) {
        retryTimer = setTimeout(emptyWriteAheadLog, EMPTY_WRITE_AHEAD_LOG_RETRY_MS).unref()
      }
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  return {
    connection,
    prepare: (sql) => prepare(connection, sql),
    write: (work) =>
      operations.hasSubscribers
        ? operations.tracePromise(() => writer.write(work), {
            name: `write ${namespace}`,
            attributes: {
              'db.system.name': 'sqlite',
              'db.operation.name': 'write',
              'db.namespace': namespace,
            },
          })
        : writer.write(work),
    cacheUntilCommit(read) {
      let cached: { commitCount: number; value: ReturnType<typeof read> } | undefined
      return () => {
        if (connection.isTransaction) return read()
        const commitCount = writer.commitCount()
        if (cached?.commitCount !== commitCount) cached = { commitCount, value: read() }
        return cached.value
      }
    },
    onceDurable: (callback) => writer.onceDurable(callback),
    emptyWriteAheadLog,
    async probe() {
      await writer.write(() => recordProbe.run(now().toISOString()))
    },
    async close() {
      clearTimeout(retryTimer)
      await writer.close()
      connection.close()
    },
  }
}
