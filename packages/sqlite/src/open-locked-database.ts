import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Database, openDatabase, type OpenDatabaseOptions } from './database.ts'

export type LockedDatabaseOptions = Omit<OpenDatabaseOptions, 'path'> & {
  dataFolder: string
  /** The file's name without its extension. */
  name: string
}

/**
 * Opens a database that only one process at a time may open. The lock is acquired first, because a
 * newer version must not migrate the tables while an older version still uses them.
 */
export function openLockedDatabase({ dataFolder, name, ...options }: LockedDatabaseOptions): Database {
  const lock = acquireFileLock(
    join(dataFolder, `${name}.lock`),
    `Another store uses the data folder ${dataFolder}: stop it, or set DATA_DIR to another`,
  )
  try {
    const database = openDatabase({ path: join(dataFolder, `${name}.sqlite`), ...options })
    return {
      ...database,
      async close() {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Locks the file `path` until `release` is called or the process ends, even by a kill. The lock is
 * SQLite's own file lock, because Node has no file locks. Throws `refusal` if the lock is taken.
 */
function acquireFileLock(path: string, refusal: string) {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(refusal, { cause: error })
  }
  return { release: () => lock.close() }
}
