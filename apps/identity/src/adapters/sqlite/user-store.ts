import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import { LRUCache } from 'lru-cache'
import { checkCode, isCurrentCodeAddress, type StoredCode } from '../../users/code.ts'
import type { UserStore } from '../../users/user-store.ts'
import { isSub } from '../../users/user.ts'
import { IS_LAST_MEMBER_SQL } from './group-store.ts'
import { createUserChanges } from './user-changes.ts'
import { createUserRows } from './user-rows.ts'

const CACHED_EMAILS_MAX = 10_000
/** Short, because `npm run admin` may change users from another process. */
const CACHE_LIFETIME_MS = 1_000

type EmailRow = { email: string; emailVerified: number }

type CodeRow = { hash: string; mailedTo: string; expiresAt: string; tries: number; used: number }

type LinkRow = { id: number; sub: string; mailedTo: string; isSecondFactorOlder: number }

/**
 * `onDeleted` runs in the transaction that deletes the user. `onDeleted` and `outbox` must write to
 * `database`, so that their rows commit together with the change of the user.
 */
export function createSqliteUserStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  now: () => Date,
  onDeleted: (sub: string) => void = () => {},
): UserStore {
  const { prepare, write } = database
  const userChanges = createUserChanges(database, outbox)
  const { findBySub, findByEmail } = createUserRows(database)
  const selectEmail = prepare<EmailRow>('SELECT email, emailVerified FROM users WHERE sub = ?')
  // Returns the cache of e-mail addresses by sub. Each commit replaces the cache by an empty cache.
  const currentEmailCache = database.cacheUntilCommit(
    () => new LRUCache<string, EmailRow>({ max: CACHED_EMAILS_MAX, ttl: CACHE_LIFETIME_MS }),
  )
  // Leaves out every address that a user has now. Example: Asha had a@example.in, and Ravi has the
  // address now. Then the shop's data for a@example.in belong to Ravi, not to Asha.
  const selectFormerEmails = prepare<{ foldedEmail: string }>(`
    SELECT foldedEmail FROM formerEmails WHERE sub = ? AND foldedEmail NOT IN (SELECT foldedEmail FROM users)
    ORDER BY foldedEmail
  `)
  const deleteUnconfirmed = prepare('DELETE FROM users WHERE confirmed = 0 AND createdAt < ?')
  const remove = prepare('DELETE FROM users WHERE sub = ?')
  const selectIsLast = prepare<{ sub: string }>(IS_LAST_MEMBER_SQL)
  const whereCode = 'WHERE sub = @sub AND purpose = @purpose AND device = @device'
  const selectCode = prepare<CodeRow>(`SELECT * FROM codes ${whereCode}`)
  const countTry = prepare(`UPDATE codes SET tries = tries + 1 ${whereCode}`)
  // Each device that may use a code has a row of its own, which counts the tries of that device.
  // All rows are marked, because a code works only once.
  const markUsed = prepare('UPDATE codes SET used = 1 WHERE sub = @sub AND purpose = @purpose')
  // A secret is encrypted with a random value, so two secrets are never equal.
  const selectLink = prepare<LinkRow>(`
    SELECT id, sub, mailedTo, secondFactor IS NOT NULL AND
      secondFactor IS (SELECT secret FROM secondFactors WHERE sub = links.sub) AS isSecondFactorOlder
    FROM links WHERE hash = @hash AND purpose = @purpose AND expiresAt > @at
  `)
  // Deletes a used link, and the user's later links of the same purpose, which have higher ids.
  // Example: a user changed the address from A to B, then to C, and got a link to undo each change.
  // After the first link has restored A, the second link must not restore B.
  const deleteLinksFrom = prepare('DELETE FROM links WHERE sub = @sub AND purpose = @purpose AND id >= @id')
  const pruneLinks = prepare('DELETE FROM links WHERE expiresAt <= ?')
  // Writes a row that is never read, so that the call takes as long as a real change.
  const writeDecoy = prepare('INSERT OR REPLACE INTO decoyWrites (id, at) VALUES (1, ?)')

  function readEmail(sub: string) {
    const emailCache = currentEmailCache()
    const cached = emailCache.get(sub)
    if (cached) return cached
    const row = selectEmail.get(sub)
    if (row) emailCache.set(sub, row)
    return row
  }

  return {
    find: async (name) => (isSub(name) ? findBySub(name) : findByEmail(name)),
    findEmail: async (sub) => readEmail(sub)?.email ?? null,
    async findVerifiedEmail(sub) {
      const row = readEmail(sub)
      return row?.emailVerified === 1 ? row.email : null
    },
    async create(user, { code, mails }) {
      return write(() => {
        if (userChanges.insert(user, now()) === 'email taken') return false
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
    async redeemCode({ sub, purpose, hash, device, at }, change) {
      return write(() => {
        const user = findBySub(sub)
        const row = selectCode.get({ sub, purpose, device })
        if (!user || !row || !isCurrentCodeAddress(user, purpose, row.mailedTo)) {
          writeDecoy.run(at.toISOString())
          return 'no valid code'
        }
        const check = checkCode(toStoredCode(row), hash, at)
        if (check === 'wrong') {
          countTry.run({ sub, purpose, device })
          return check
        }
        if (check !== 'right') {
          writeDecoy.run(at.toISOString())
          return check
        }

        const outcome = userChanges.apply(user, change)
        if (outcome !== 'changed') return outcome
        markUsed.run({ sub, purpose })
        return 'redeemed'
      })
    },
    formerEmailsOf: async (sub) => selectFormerEmails.all(sub).map(({ foldedEmail }) => foldedEmail),
    async findLink({ purpose, hash, at }) {
      const row = selectLink.get({ purpose, hash, at: at.toISOString() })
      return row ? { sub: row.sub, mailedTo: row.mailedTo } : null
    },
    async redeemLink({ purpose, hash, at }, change) {
      return write(() => {
        pruneLinks.run(at.toISOString())
        const row = selectLink.get({ purpose, hash, at: at.toISOString() })
        const user = row ? findBySub(row.sub) : null
        if (!row || !user) return 'expired'
        const linkState = { isSecondFactorOlder: row.isSecondFactorOlder === 1 }
        const outcome = userChanges.apply(
          user,
          typeof change === 'function' ? (current) => change(current, linkState) : change,
        )
        if (outcome === 'email taken') return outcome
        // A link whose change is refused counts as expired.
        if (outcome !== 'changed') return 'expired'
        deleteLinksFrom.run({ sub: user.sub, purpose, id: row.id })
        return 'redeemed'
      })
    },
    async deleteUnconfirmed(createdBefore) {
      const { changes } = await write(() => deleteUnconfirmed.run(createdBefore.toISOString()))
      // The write-ahead log must not keep what was deleted.
      if (changes > 0) database.emptyWriteAheadLog()
    },
    async delete(sub, options) {
      const outcome = await write(() => {
        if (options && selectIsLast.get({ sub, group: options.unlessLastOf })) return 'last of group'
        const wasFound = remove.run(sub).changes > 0
        if (wasFound) onDeleted(sub)
        return wasFound ? 'deleted' : 'no such user'
      })
      // The write-ahead log must not keep what was deleted.
      database.emptyWriteAheadLog()
      return outcome
    },
  }
}

function toStoredCode({ hash, expiresAt, tries, used }: CodeRow): StoredCode {
  return { hash, expiresAt: new Date(expiresAt), tries, used: used === 1 }
}
