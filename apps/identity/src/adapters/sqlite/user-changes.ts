import { foldEmail } from '@nashta/contracts/account/checks'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { CodeToStore } from '../../codes/code.ts'
import type { ChangeOutcome, UserChange } from '../../users/user-store.ts'
import type { User } from '../../users/user.ts'

/** Writes changes of users to the tables and their mails to the outbox. Both functions must run in `database.write`. */
export function createUserChanges({ prepare }: Pick<Database, 'prepare'>, outbox: Pick<SqliteOutbox, 'add'>) {
  const update = prepare(`
    UPDATE users SET email = @email, foldedEmail = @foldedEmail, emailVerified = @emailVerified,
      pendingEmail = @pendingEmail, confirmed = @confirmed, enabled = @enabled, passwordHash = @passwordHash,
      termsVersion = @termsVersion, attributes = @attributes
    WHERE sub = @sub
  `)
  const selectOwner = prepare<{ sub: string }>('SELECT sub FROM users WHERE foldedEmail = ?')
  const putCode = prepare(`
    INSERT OR REPLACE INTO codes (sub, purpose, hash, expiresAt, tries, used)
    VALUES (@sub, @purpose, @hash, @expiresAt, 0, 0)
  `)
  const endSessions = prepare('UPDATE sessions SET revoked = 1 WHERE sub = @sub AND id <> @except')
  const turnOnSecondFactor = prepare('UPDATE secondFactors SET isOn = 1 WHERE sub = ? AND secret IS NOT NULL')
  const deleteSecondFactor = prepare('DELETE FROM secondFactors WHERE sub = ?')
  const unlock = prepare('DELETE FROM lockOuts WHERE subject = ?')

  const setCode = (sub: string, { purpose, hash, expiresAt }: CodeToStore) =>
    putCode.run({ sub, purpose, hash, expiresAt: expiresAt.toISOString() })

  function apply(user: User, change: UserChange): ChangeOutcome {
    const changedUser = afterChange(user, change)
    const owner = selectOwner.get(foldEmail(changedUser.email))
    if (owner && owner.sub !== user.sub) return 'email taken'

    update.run(toRow(changedUser))
    if (change.code) setCode(user.sub, change.code)
    if (change.endSessions) {
      // No session has an empty id.
      const except = change.endSessions === 'all' ? '' : change.endSessions.except
      endSessions.run({ sub: user.sub, except })
    }
    if (change.secondFactor === 'on') turnOnSecondFactor.run(user.sub)
    if (change.secondFactor === 'off') deleteSecondFactor.run(user.sub)
    if (change.unlock) unlock.run(user.sub)
    for (const mail of change.mails ?? []) outbox.add(mail)
    return 'changed'
  }

  return { apply, setCode }
}

export function toRow({ attributes, ...user }: User) {
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
  const present = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return Object.fromEntries(present)
}
