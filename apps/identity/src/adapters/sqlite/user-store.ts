import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import { judgeCode } from '../../codes/code.ts'
import type { UserStore } from '../../users/user-store.ts'
import { foldEmail, isSub } from '../../users/user.ts'
import { createUserChanges, toRow } from './user-changes.ts'
import { toKeptCode, toUser } from './user-rows.ts'

/** `outbox` and `announceDeleted` must write to the same database, so that a change and its news are kept together. */
export function createSqliteUserStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  now: () => Date,
  announceDeleted: (sub: string) => void = () => {},
): UserStore {
  const { connection, write } = database
  const changes = createUserChanges(database, outbox)
  const selectBySub = connection.prepare('SELECT * FROM users WHERE sub = ?')
  const selectByEmail = connection.prepare('SELECT * FROM users WHERE foldedEmail = ?')
  const insert = connection.prepare(`
    INSERT INTO users (sub, email, foldedEmail, emailVerified, pendingEmail, confirmed, enabled, passwordHash,
      termsVersion, attributes, createdAt)
    VALUES (@sub, @email, @foldedEmail, @emailVerified, @pendingEmail, @confirmed, @enabled, @passwordHash,
      @termsVersion, @attributes, @createdAt)
    ON CONFLICT (foldedEmail) DO NOTHING
  `)
  const remove = connection.prepare('DELETE FROM users WHERE sub = ?')
  const selectCode = connection.prepare('SELECT * FROM codes WHERE sub = @sub AND purpose = @purpose')
  const countTry = connection.prepare(
    'UPDATE codes SET tries = tries + 1 WHERE sub = @sub AND purpose = @purpose',
  )
  const useUp = connection.prepare('UPDATE codes SET used = 1 WHERE sub = @sub AND purpose = @purpose')

  const pretend = connection.prepare('INSERT OR REPLACE INTO pretence (id, at) VALUES (1, ?)')

  function bySub(sub: string) {
    const row = selectBySub.get(sub)
    return row ? toUser(row) : null
  }

  return {
    async find(name) {
      const row = isSub(name) ? selectBySub.get(name) : selectByEmail.get(foldEmail(name))
      return row ? toUser(row) : null
    },
    async create(user, { code, mails }) {
      return write(() => {
        const { changes: created } = insert.run({ ...toRow(user), createdAt: now().toISOString() })
        if (created === 0) return false
        changes.setCode(user.sub, code)
        for (const mail of mails) outbox.add(mail)
        return true
      })
    },
    async change(sub, change) {
      return write(() => {
        const user = bySub(sub)
        if (user) return changes.apply(user, change)
        pretend.run(now().toISOString())
        return 'no such user'
      })
    },
    async useCode({ sub, purpose, hash, at }, change) {
      return write(() => {
        const row = selectCode.get({ sub, purpose })
        const verdict = judgeCode(row ? toKeptCode(row) : null, hash, at)
        if (verdict === 'wrong') countTry.run({ sub, purpose })
        else if (verdict !== 'right') pretend.run(at.toISOString())
        if (verdict !== 'right') return verdict

        const user = bySub(sub)
        const outcome = user ? changes.apply(user, change) : 'no such user'
        if (outcome !== 'changed') return outcome
        useUp.run({ sub, purpose })
        return 'used'
      })
    },
    async delete(sub) {
      await write(() => {
        const { changes: removed } = remove.run(sub)
        if (removed > 0) announceDeleted(sub)
      })
    },
  }
}
