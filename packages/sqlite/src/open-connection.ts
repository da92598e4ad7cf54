import { closeSync, fchmodSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const BUSY_TIMEOUT_MS = 5000

/** Above this size a full check would slow every start; opening the file still finds a torn one. */
const CHECKED_UP_TO_BYTES = 64 * 1024 * 1024

/** Sixteen megabytes of log: a page that changes often is copied into the database once per checkpoint. */
const CHECKPOINT_PAGES = 4000

/** SQLite's page cache. A small one keeps the memory of the process constant while the file grows. */
const CACHE_KIB = 4_000

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** A connection with the settings that make an acknowledged write survive a power cut. */
export function openConnection(path: string, cacheKiB: number = CACHE_KIB): DatabaseSync {
  createPrivateFile(path)
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    connection.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKiB}`)
    connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    assertWhole(connection, path)
  } catch (error) {
    connection.close()
    throw explainCorruption(path, error)
  }
  return connection
}

/** Replaces the error by one clear sentence when SQLite found the file damaged. */
export function explainCorruption(path: string, error: unknown) {
  return isCorruption(error) ? corrupt(path, error) : error
}

/** SQLite gives its -wal and -shm files the mode of the database file. */
function createPrivateFile(path: string) {
  const file = openSync(path, 'a', 0o600)
  fchmodSync(file, 0o600)
  closeSync(file)
}

function assertWhole(connection: DatabaseSync, path: string) {
  connection.prepare('SELECT count(*) FROM sqlite_schema').get()
  if (statSync(path).size > CHECKED_UP_TO_BYTES) return
  const result = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (result !== 'ok') throw corrupt(path, new Error(String(result)))
}

function isCorruption(error: unknown) {
  // The low byte is the kind of error, the rest its details.
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  const kind = code & 0xff
  return kind === SQLITE_CORRUPT || kind === SQLITE_NOTADB
}

function corrupt(path: string, cause: unknown) {
  return new Error(`The database file ${path} is corrupt; restore it from a backup or move it away`, {
    cause,
  })
}
