import type { SQLOutputValue } from 'node:sqlite'
import type { Database } from '@nashta/sqlite/database'
import type { AttemptStore } from '../../limits/attempt-store.ts'
import { afterTry, FORGOTTEN_AFTER_MS, type LockOut } from '../../limits/lock-out.ts'

export function createSqliteAttemptStore({ connection, write }: Database): AttemptStore {
  const forgetAttempts = connection.prepare('DELETE FROM attempts WHERE at <= ?')
  const count = connection.prepare(
    'SELECT count(*) AS count FROM attempts WHERE subject = @subject AND kind = @kind AND at > @since',
  )
  const insert = connection.prepare('INSERT INTO attempts (subject, kind, at) VALUES (@subject, @kind, @at)')
  const selectLockOut = connection.prepare('SELECT * FROM lockOuts WHERE subject = ?')
  const putLockOut = connection.prepare(`
    INSERT OR REPLACE INTO lockOuts (subject, failures, lockedUntil, lastAt)
    VALUES (@subject, @failures, @lockedUntil, @lastAt)
  `)
  const forgetLockOuts = connection.prepare('DELETE FROM lockOuts WHERE lastAt <= ?')
  const clear = connection.prepare('DELETE FROM lockOuts WHERE subject = ?')

  function lockOutOf(subject: string) {
    const row = selectLockOut.get(subject)
    return row ? toLockOut(row) : null
  }

  return {
    async take({ kind, subject, at }, limit) {
      const since = limit.since.toISOString()
      return write(() => {
        forgetAttempts.run(since)
        const taken = count.get({ subject, kind, since }) as { count: number }
        if (taken.count >= limit.max) return false
        insert.run({ subject, kind, at: at.toISOString() })
        return true
      })
    },
    async lockOutOf(subject) {
      return lockOutOf(subject)
    },
    async tryPassword(subject, at) {
      return write(() => {
        forgetLockOuts.run(new Date(at.getTime() - FORGOTTEN_AFTER_MS).toISOString())
        const next = afterTry(lockOutOf(subject), at)
        if (!next) return false
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
      await write(() => clear.run(subject))
    },
  }
}

function toLockOut(row: Record<string, SQLOutputValue>): LockOut {
  const { failures, lockedUntil, lastAt } = row as {
    failures: number
    lockedUntil: string
    lastAt: string
  }
  return { failures, lockedUntil: new Date(lockedUntil), lastAt: new Date(lastAt) }
}
