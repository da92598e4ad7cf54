import { closeSync, fchmodSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export const BUSY_TIMEOUT_MS = 5000

/** A larger file is not checked page by page, because the check would slow every start. */
const CHECKED_FILE_MAX_BYTES = 64 * 1024 * 1024

/**
 * SQLite copies the write-ahead log into the database file when the log has this many pages, which
 * is 16 MB.
 */
const CHECKPOINT_PAGES = 4000

/** The size of SQLite's page cache. It holds the pages that a busy store writes most often. */
const CACHE_KIB = 16_000

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** Opens a connection with settings by which an acknowledged write survives a power cut. */
export function openConnection(path: string): DatabaseSync {
  ensurePrivateFile(path)
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    // A negative cache size is a number of KiB, a positive one a number of pages.
    connection.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB}`)
    // Deleted rows are overwritten with zeros, so that the data of an erased shopper does not stay
    // in the free space of the file.
    connection.exec('PRAGMA secure_delete = ON')
    connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    assertIntact(connection, path)
  } catch (error) {
    connection.close()
    throw explainCorruption(path, error)
  }
  return connection
}

/**
 * Wraps SQLite's error about a corrupt file in an error that names the file. Returns every other
 * error unchanged.
 */
export function explainCorruption(path: string, error: unknown) {
  return isCorruption(error) ? corruptionError(path, error) : error
}

/**
 * Creates the file if it is missing. Sets the mode of a new or an existing file to 0600, so that
 * only the owner of the file can read and write it. SQLite gives the -wal and -shm files the same
 * mode.
 */
function ensurePrivateFile(path: string) {
  const file = openSync(path, 'a', 0o600)
  fchmodSync(file, 0o600)
  closeSync(file)
}

function assertIntact(connection: DatabaseSync, path: string) {
  // The query throws when the file is no SQLite database.
  connection.prepare('SELECT count(*) FROM sqlite_schema').get()
  if (statSync(path).size > CHECKED_FILE_MAX_BYTES) return
  // The check stops at the first fault.
  const result = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (result !== 'ok') throw corruptionError(path, new Error(String(result)))
}

function isCorruption(error: unknown) {
  const extendedCode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  // The low byte of SQLite's extended result code is the primary code.
  const code = extendedCode & 0xff
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

function corruptionError(path: string, cause: unknown) {
  const message = `The database file ${path} is corrupt; restore it from a backup or move it away`
  return new Error(message, { cause })
}
