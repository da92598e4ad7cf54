import { DatabaseSync } from 'node:sqlite'

/**
 * An exclusive lock on `path` for the life of the process: the operating system releases it even when the process is
 * killed. SQLite takes it the right way on every system.
 */
export function lockData(path: string, message: string) {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(message, { cause: error })
  }
  return { release: () => lock.close() }
}
