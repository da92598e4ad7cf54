import { foldEmail } from '@nashta/contracts/account/checks'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import { secondFactorSubject } from '../../limits/attempt-limits.ts'
import type { LinkToStore } from '../../links/link.ts'
import type { CodeToStore } from '../../users/code.ts'
import type { ChangeOutcome, RequestedChange, UserChange } from '../../users/user-store.ts'
import type { User } from '../../users/user.ts'

/**
 * Writes changes of users to the tables, and their mails to the outbox. All functions must run
 * in `database.write`.
 */
export function createUserChanges({ prepare }: Pick<Database, 'prepare'>, outbox: Pick<SqliteOutbox, 'add'>) {
  const insert = prepare(`
    INSERT INTO users (sub, email, foldedEmail, emailVerified, pendingEmail, confirmed, enabled, passwordHash,
      signUpDevice, contested, termsVersion, attributes, createdAt)
    VALUES (@sub, @email, @foldedEmail, @emailVerified, @pendingEmail, @confirmed, @enabled, @passwordHash,
      @signUpDevice, @contested, @termsVersion, @attributes, @createdAt)
  `)
  const update = prepare(`
    UPDATE users SET email = @email, foldedEmail = @foldedEmail, emailVerified = @emailVerified,
      pendingEmail = @pendingEmail, confirmed = @confirmed, enabled = @enabled, passwordHash = @passwordHash,
      signUpDevice = @signUpDevice, contested = @contested, termsVersion = @termsVersion, attributes = @attributes
    WHERE sub = @sub
  `)
  const selectOwner = prepare<{ sub: string; confirmed: number }>(
    'SELECT sub, confirmed FROM users WHERE foldedEmail = ?',
  )
  const deleteUser = prepare('DELETE FROM users WHERE sub = ?')
  const putCode = prepare(`
    INSERT OR REPLACE INTO codes (sub, purpose, device, hash, mailedTo, expiresAt, tries, used)
    VALUES (@sub, @purpose, @device, @hash, @mailedTo, @expiresAt, 0, 0)
  `)
  const insertLink = prepare(`
    INSERT INTO links (hash, sub, purpose, mailedTo, secondFactor, expiresAt)
    VALUES (@hash, @sub, @purpose, @mailedTo, (SELECT secret FROM secondFactors WHERE sub = @sub), @expiresAt)
  `)
  const insertFormerEmail = prepare('INSERT OR IGNORE INTO formerEmails (sub, foldedEmail) VALUES (?, ?)')
  // Ended codes stay in the table, so that a user who enters one is told that it has expired.
  const endResetCodes = prepare("UPDATE codes SET used = 1 WHERE sub = ? AND purpose = 'password-reset'")
  const deleteResetLinks = prepare("DELETE FROM links WHERE sub = ? AND purpose = 'password-reset'")
  const endSessions = prepare('UPDATE sessions SET revoked = 1 WHERE sub = @sub AND id <> @except')
  const turnOnSecondFactor = prepare('UPDATE secondFactors SET isOn = 1 WHERE sub = ? AND secret IS NOT NULL')
  const deleteSecondFactor = prepare('DELETE FROM secondFactors WHERE sub = ?')
  const leaveGroup = prepare('DELETE FROM memberships WHERE sub = @sub AND groupName = @group')
  // Also deletes the lock-outs of known devices, whose subjects are `subject/device`.
  const unlock = prepare("DELETE FROM lockOuts WHERE subject = @subject OR subject GLOB @subject || '/*'")

  const setCode = (sub: string, { devices, expiresAt, ...code }: CodeToStore) => {
    for (const device of devices) putCode.run({ ...code, sub, device, expiresAt: expiresAt.toISOString() })
  }

  const addLink = (sub: string, { expiresAt, ...link }: LinkToStore) =>
    insertLink.run({ ...link, sub, expiresAt: expiresAt.toISOString() })

  /**
   * Stores a new user. An unconfirmed account of the same address is deleted first, and the new
   * account gets `contested: true` (see `User`).
   */
  function insertUser(user: User, createdAt: Date): 'inserted' | 'email taken' {
    const existing = selectOwner.get(foldEmail(user.email))
    if (existing?.confirmed === 1) return 'email taken'
    if (existing) deleteUser.run(existing.sub)
    const hasReplacedSignUp = existing !== undefined
    const row = toRow({ ...user, contested: hasReplacedSignUp })
    insert.run({ ...row, createdAt: createdAt.toISOString() })
    return 'inserted'
  }

  function apply(user: User, requested: RequestedChange): Exclude<ChangeOutcome, 'no such user'> {
    const change = typeof requested === 'function' ? requested(user) : requested
    if (change === null) return 'change refused'
    const changedUser = toChangedUser(user, change)
    const owner = selectOwner.get(foldEmail(changedUser.email))
    if (owner && owner.sub !== user.sub) {
      if (owner.confirmed === 1) return 'email taken'
      // The account that has the address is deleted, because its user never confirmed the address.
      deleteUser.run(owner.sub)
    }

    update.run(toRow(changedUser))
    if (change.formerEmail !== undefined) insertFormerEmail.run(user.sub, foldEmail(change.formerEmail))
    if (change.code) setCode(user.sub, change.code)
    if (change.link) addLink(user.sub, change.link)
    if (change.endPasswordResets) {
      endResetCodes.run(user.sub)
      deleteResetLinks.run(user.sub)
    }
    if (change.endSessions) {
      // No session has an empty id, so an empty `except` ends all of them.
      const except = change.endSessions === 'all' ? '' : change.endSessions.except
      endSessions.run({ sub: user.sub, except })
    }
    if (change.secondFactor === 'on') turnOnSecondFactor.run(user.sub)
    if (change.secondFactor === 'off') {
      deleteSecondFactor.run(user.sub)
      unlock.run({ subject: secondFactorSubject(user.sub) })
    }
    for (const group of change.leaveGroups ?? []) leaveGroup.run({ sub: user.sub, group })
    if (change.unlock) unlock.run({ subject: user.sub })
    for (const mail of change.mails ?? []) outbox.add(mail)
    return 'changed'
  }

  return { insert: insertUser, apply, setCode }
}

function toRow({ attributes, ...user }: User) {
  return {
    ...user,
    foldedEmail: foldEmail(user.email),
    emailVerified: Number(user.emailVerified),
    confirmed: Number(user.confirmed),
    enabled: Number(user.enabled),
    contested: Number(user.contested),
    attributes: JSON.stringify(attributes),
  }
}

function toChangedUser(user: User, change: UserChange): User {
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
