import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import type { Database } from '@nashta/sqlite/database'
import { LRUCache } from 'lru-cache'
import type { SessionStore } from '../../tokens/session-store.ts'

const CACHED_SESSIONS_MAX = 10_000
/** `npm run admin` may end sessions from another process. */
const CACHE_LIFETIME_MS = 1_000

type SessionRow = Record<'id' | 'sub' | 'clientId' | 'refreshHash' | 'signedInAt' | 'expiresAt', string> & {
  revoked: number
}

export function createSqliteSessionStore(database: Database): SessionStore {
  const { prepare, write } = database
  const selectCheckedUser = prepare<{ sub: string }>(
    'SELECT sub FROM users WHERE sub = @sub AND passwordHash = @checkedHash AND enabled = 1',
  )
  const insert = prepare(`
    INSERT INTO sessions (id, sub, clientId, refreshHash, signedInAt, expiresAt, revoked)
    VALUES (@id, @sub, @clientId, @refreshHash, @signedInAt, @expiresAt, 0)
  `)
  const setHash = prepare('UPDATE users SET passwordHash = @rehash WHERE sub = @sub')
  const unlock = prepare('DELETE FROM lockOuts WHERE subject = ?')
  const prune = prepare('DELETE FROM sessions WHERE expiresAt < ?')
  const selectByRefresh = prepare<SessionRow>('SELECT * FROM sessions WHERE refreshHash = ?')
  const selectLive = prepare<{ sub: string }>('SELECT sub FROM sessions WHERE id = ? AND revoked = 0')
  const revoke = prepare('UPDATE sessions SET revoked = 1 WHERE id = ?')
  const liveSessions = database.cacheUntilCommit(
    () =>
      new LRUCache<string, { sub: string | null }>({
        max: CACHED_SESSIONS_MAX,
        ttl: CACHE_LIFETIME_MS,
        memoMethod: (id) => ({ sub: selectLive.get(id)?.sub ?? null }),
      }),
  )

  return {
    async start({ session, checkedHash, rehash, attemptSubject }) {
      const { sub, signedInAt, expiresAt, ...rest } = session
      // An access token may be issued just before the refresh token expires, and needs the session until it expires too.
      const pruneBefore = new Date(signedInAt.getTime() - ACCESS_TOKEN_LIFETIME_SECONDS * 1000)
      return write(() => {
        if (!selectCheckedUser.get({ sub, checkedHash })) return false
        prune.run(pruneBefore.toISOString())
        insert.run({
          ...rest,
          sub,
          signedInAt: signedInAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })
        unlock.run(attemptSubject)
        if (rehash !== null) setHash.run({ sub, rehash })
        return true
      })
    },
    async findByRefreshHash(refreshHash) {
      const row = selectByRefresh.get(refreshHash)
      if (!row) return null
      const { signedInAt, expiresAt, revoked, ...rest } = row
      return {
        ...rest,
        signedInAt: new Date(signedInAt),
        expiresAt: new Date(expiresAt),
        revoked: revoked === 1,
      }
    },
    isLive: ({ id, sub }) => liveSessions().memo(id).sub === sub,
    async revoke(id) {
      await write(() => revoke.run(id))
    },
  }
}
