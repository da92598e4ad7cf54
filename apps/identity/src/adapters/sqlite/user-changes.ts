import type { SQLInputValue } from 'node:sqlite'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { ChangeOutcome, NewCode, UserChange } from '../../users/user-store.ts'
import { foldEmail, type User } from '../../users/user.ts'

export type UserChanges = {
  /** Only inside `database.write`. */
  apply: (user: User, change: UserChange) => ChangeOutcome
  setCode: (sub: string, code: NewCode) => void
}

/** What a change of a user does to the tables, and to the mails that go with it. */
export function createUserChanges(
  { connection }: Pick<Database, 'connection'>,
  outbox: Pick<SqliteOutbox, 'add'>,
): UserChanges {
  const update = connection.prepare(`
    UPDATE users SET email = @email, foldedEmail = @foldedEmail, emailVerified = @emailVerified,
      pendingEmail = @pendingEmail, confirmed = @confirmed, enabled = @enabled, passwordHash = @passwordHash,
      termsVersion = @termsVersion, attributes = @attributes
    WHERE sub = @sub
  `)
  const selectOwner = connection.prepare('SELECT sub FROM users WHERE foldedEmail = ?')
  const putCode = connection.prepare(`
    INSERT OR REPLACE INTO codes (sub, purpose, hash, expiresAt, tries, used)
    VALUES (@sub, @purpose, @hash, @expiresAt, 0, 0)
  `)
  const endSessions = connection.prepare('UPDATE sessions SET revoked = 1 WHERE sub = @sub AND id <> @except')
  const unlock = connection.prepare('DELETE FROM lockOuts WHERE subject = ?')

  const setCode = (sub: string, { purpose, hash, expiresAt }: NewCode) =>
    putCode.run({ sub, purpose, hash, expiresAt: expiresAt.toISOString() })

  function apply(user: User, change: UserChange): ChangeOutcome {
    const next = afterChange(user, change)
    const owner = selectOwner.get(foldEmail(next.email))?.['sub'] ?? user.sub
    if (owner !== user.sub) return 'email taken'

    update.run(toRow(next))
    if (change.code) setCode(user.sub, change.code)
    if (change.endSessions) {
      endSessions.run({
        sub: user.sub,
        except: change.endSessions === 'all' ? '' : change.endSessions.except,
      })
    }
    if (change.unlock) unlock.run(user.sub)
    for (const mail of change.mails ?? []) outbox.add(mail)
    return 'changed'
  }

  return { apply, setCode }
}

export function toRow({ attributes, ...user }: User): Record<string, SQLInputValue> {
  return {
    ...user,
    foldedEmail: foldEmail(user.email),
    emailVerified: Number(user.emailVerified),
    confirmed: Number(user.confirmed),
    enabled: Number(user.enabled),
    attributes: JSON.stringify(attributes),
  }
}

function afterChange(user: User, change: UserChange): User {
  const { confirmed, enabled, email, pendingEmail, passwordHash, attributes = {} } = change
  return {
    ...user,
    ...(confirmed && { confirmed, emailVerified: true }),
    ...(enabled !== undefined && { enabled }),
    ...(email !== undefined && { email, emailVerified: true, pendingEmail: null }),
    ...(pendingEmail !== undefined && { pendingEmail }),
    ...(passwordHash !== undefined && { passwordHash }),
    attributes: withoutNulls({ ...user.attributes, ...attributes }),
  }
}

function withoutNulls(attributes: Record<string, string | null>): Record<string, string> {
  const kept = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return Object.fromEntries(kept)
}
