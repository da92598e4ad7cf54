// The lock of an install. This file is plain JavaScript without dependencies, as run.mjs is.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The error codes of `rename` when the lock exists. Those of Windows are EPERM and EACCES. */
const EXISTS = new Set(['EEXIST', 'ENOTEMPTY', 'EPERM', 'EACCES'])

/**
 * A lock that at most one process holds. The lock is a folder with one file, whose name is the owner.
 * The folder gets its name when the file is in it already, so no process sees a new lock without an
 * owner.
 */
export function createInstallLock(folder) {
  const owner = `${process.pid}-${randomUUID()}`

  /** True if this process got the lock. */
  function acquire() {
    removeDeadOwner(findOwner())
    const prepared = mkdtempSync(`${folder}-`)
    writeFileSync(join(prepared, owner), '')
    try {
      renameSync(prepared, folder)
      return true
    } catch (error) {
      rmSync(prepared, { recursive: true })
      if (!EXISTS.has(error.code)) throw error
      return false
    }
  }

  function release() {
    removeOwner(owner)
  }

  /** The owner of the lock; undefined when there is none. */
  function findOwner() {
    try {
      return readdirSync(folder)[0]
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      return undefined
    }
  }

  /** An install that was killed leaves its lock behind. */
  function removeDeadOwner(found) {
    const isDead = found === undefined || !isRunning(Number.parseInt(found, 10))
    if (isDead) removeOwner(found)
  }

  /** Removes only what belongs to this owner: another process may hold the lock by now. */
  function removeOwner(name) {
    if (name !== undefined) rmSync(join(folder, name), { force: true })
    try {
      rmdirSync(folder)
    } catch {
      // The folder has another owner, or is gone.
    }
  }

  return { acquire, release, findOwner, removeDeadOwner }
}

/** Signal 0 only tests for the process. EPERM means that it runs and belongs to another user. */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
