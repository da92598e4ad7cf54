import type { Database } from '@nashta/sqlite/database'
import type { AttemptStore } from '../../limits/attempt-store.ts'
import { FAILURES_EXPIRE_MS, isLocked, type LockOut, lockOutAfterFailure } from '../../limits/lock-out.ts'

type LockOutRow = { failures: number; lockedUntil: string; lastAt: string }

export function createSqliteAttemptStore({ prepare, write }: Database): AttemptStore {
  const pruneAttempts = prepare('DELETE FROM attempts WHERE at <= ?')
  const selectCount = prepare<{ count: number }>(
    'SELECT count(*) AS count FROM attempts WHERE subject = @subject AND kind = @kind AND at > @since',
  )
  const insert = prepare('INSERT INTO attempts (subject, kind, at) VALUES (@subject, @kind, @at)')
  const selectLockOut = prepare<LockOutRow>('SELECT * FROM lockOuts WHERE subject = ?')
  const putLockOut = prepare(`
    INSERT OR REPLACE INTO lockOuts (subject, failures, lockedUntil, lastAt)
    VALUES (@subject, @failures, @lockedUntil, @lastAt)
  `)
  const pruneLockOuts = prepare('DELETE FROM lockOuts WHERE lastAt <= ?')
  const deleteLockOut = prepare('DELETE FROM lockOuts WHERE subject = ?')

  function readLockOut(subject: string): LockOut | null {
    const row = selectLockOut.get(subject)
    if (!row) return null
    const { failures, lockedUntil, lastAt } = row
    return { failures, lockedUntil: new Date(lockedUntil), lastAt: new Date(lastAt) }
  }

  return {
    async countUnlessLimited({ kind, subject, at }, limit) {
      const since = limit.since.toISOString()
      return write(() => {
        // Prunes all subjects and kinds, because every limit counts only the last hour.
        pruneAttempts.run(since)
        const count = selectCount.get({ subject, kind, since })?.count ?? 0
        if (count >= limit.max) return false
        insert.run({ subject, kind, at: at.toISOString() })
        return true
      })
    },
    lockOutOf: async (subject) => readLockOut(subject),
    async countAsFailureUnlessLocked(subject, at) {
      return write(() => {
        pruneLockOuts.run(new Date(at.getTime() - FAILURES_EXPIRE_MS).toISOString())
        const lockOut = readLockOut(subject)
        if (isLocked(lockOut, at)) return false
        const next = lockOutAfterFailure(lockOut, at)
        putLockOut.run({
          subject,
          failures: next.failures,
          lockedUntil: next.lockedUntil.toISOString(),
          lastAt: next.lastAt.toISOString(),
        })
        return true
      })
    },
    async clearLockOut(subject) {
      await write(() => deleteLockOut.run(subject))
    },
  }
}
