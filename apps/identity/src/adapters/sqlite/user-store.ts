import { foldEmail } from '@nashta/contracts/account/checks'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import { checkCode, type StoredCode } from '../../codes/code.ts'
import type { UserStore } from '../../users/user-store.ts'
import { isSub, type User } from '../../users/user.ts'
import { createUserChanges, toRow } from './user-changes.ts'

type UserRow = Record<'sub' | 'email' | 'passwordHash' | 'attributes', string> &
  Record<'emailVerified' | 'confirmed' | 'enabled', number> &
  Record<'pendingEmail' | 'termsVersion', string | null>

type CodeRow = { hash: string; expiresAt: string; tries: number; used: number }

/** `outbox` and `onDeleted` must write to the same database, so that their rows commit together with the change. */
export function createSqliteUserStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  now: () => Date,
  onDeleted: (sub: string) => void = () => {},
): UserStore {
  const { prepare, write } = database
  const userChanges = createUserChanges(database, outbox)
  const selectBySub = prepare<UserRow>('SELECT * FROM users WHERE sub = ?')
  const selectByEmail = prepare<UserRow>('SELECT * FROM users WHERE foldedEmail = ?')
  const insert = prepare(`
    INSERT INTO users (sub, email, foldedEmail, emailVerified, pendingEmail, confirmed, enabled, passwordHash,
      termsVersion, attributes, createdAt)
    VALUES (@sub, @email, @foldedEmail, @emailVerified, @pendingEmail, @confirmed, @enabled, @passwordHash,
      @termsVersion, @attributes, @createdAt)
    ON CONFLICT (foldedEmail) DO NOTHING
  `)
  const remove = prepare('DELETE FROM users WHERE sub = ?')
  const selectCode = prepare<CodeRow>('SELECT * FROM codes WHERE sub = @sub AND purpose = @purpose')
  const countTry = prepare('UPDATE codes SET tries = tries + 1 WHERE sub = @sub AND purpose = @purpose')
  const markUsed = prepare('UPDATE codes SET used = 1 WHERE sub = @sub AND purpose = @purpose')
  // Written when nothing changes, so that the response time does not reveal whether the account exists.
  const writeDecoy = prepare('INSERT OR REPLACE INTO decoyWrites (id, at) VALUES (1, ?)')

  function findBySub(sub: string) {
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
        const inserted = insert.run({ ...toRow(user), createdAt: now().toISOString() })
        if (inserted.changes === 0) return false
        userChanges.setCode(user.sub, code)
        for (const mail of mails) outbox.add(mail)
        return true
      })
    },
    async change(sub, change) {
      return write(() => {
        const user = findBySub(sub)
        if (user) return userChanges.apply(user, change)
        writeDecoy.run(now().toISOString())
        return 'no such user'
      })
    },
    async redeemCode({ sub, purpose, hash, at }, change) {
      return write(() => {
        const row = selectCode.get({ sub, purpose })
        const check = checkCode(row ? toStoredCode(row) : null, hash, at)
        if (check !== 'right') {
          if (check === 'wrong') countTry.run({ sub, purpose })
          else writeDecoy.run(at.toISOString())
          return check
        }

        const user = findBySub(sub)
        const outcome = user ? userChanges.apply(user, change) : 'no such user'
        if (outcome !== 'changed') return outcome
        markUsed.run({ sub, purpose })
        return 'redeemed'
      })
    },
    async delete(sub) {
      await write(() => {
        if (remove.run(sub).changes > 0) onDeleted(sub)
      })
    },
  }
}

function toUser({ sub, email, pendingEmail, passwordHash, termsVersion, ...row }: UserRow): User {
  return {
    sub,
    email,
    emailVerified: row.emailVerified === 1,
    pendingEmail,
    confirmed: row.confirmed === 1,
    enabled: row.enabled === 1,
    passwordHash,
    termsVersion,
    attributes: JSON.parse(row.attributes),
  }
}

function toStoredCode({ hash, expiresAt, tries, used }: CodeRow): StoredCode {
  return { hash, expiresAt: new Date(expiresAt), tries, used: used === 1 }
}
