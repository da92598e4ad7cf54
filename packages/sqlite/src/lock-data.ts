import { DatabaseSync } from 'node:sqlite'

/**
 * Locks `path` for this process. The operating system releases the lock when the process ends, even when it is
 * killed. SQLite's own lock works on every system.
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
