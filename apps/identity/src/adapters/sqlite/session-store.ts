import { isOperator } from '@nashta/contracts/api/operator-roles'
import type { Database } from '@nashta/sqlite/database'
import { LRUCache } from 'lru-cache'
import { isIdle, type SessionStore } from '../../tokens/session-store.ts'
import { createSessionRows } from './session-rows.ts'

const CACHED_SESSIONS_MAX = 10_000
/** Short, because `npm run admin` may end sessions from another process. */
const CACHE_LIFETIME_MS = 1_000
/** The cache reads the clock once in this time, not for each request. */
const CACHE_CLOCK_MS = 100
/** The last use of an operator's session is stored at most this often. */
const USE_STORED_EVERY_MS = 60_000

type SessionRow = Record<
  'id' | 'sub' | 'clientId' | 'refreshHash' | 'signedInAt' | 'lastUsedAt' | 'expiresAt',
  string
> & { device: string | null; revoked: number }

/** `groups` is a JSON array. */
type LiveRow = { sub: string; lastUsedAt: string; groups: string }

/**
 * Runs on almost every request of a signed-in user. `expiresAt` is not tested, because it is the
 * end of the refresh token. The last access token of the session may be valid for longer.
 */
export const SELECT_LIVE_SESSION = `
  SELECT sub, lastUsedAt,
    (SELECT json_group_array(groupName) FROM memberships WHERE memberships.sub = sessions.sub) AS groups
  FROM sessions WHERE id = ? AND revoked = 0
`

export function createSqliteSessionStore(database: Database, now: () => Date): SessionStore {
  const { prepare, write } = database
  const rows = createSessionRows(database)
  const setHash = prepare('UPDATE users SET passwordHash = @rehash WHERE sub = @sub')
  const selectActiveFactor = prepare<{ sub: string }>(
    'SELECT sub FROM secondFactors WHERE sub = ? AND isOn = 1',
  )
  const selectByRefresh = prepare<SessionRow>('SELECT * FROM sessions WHERE refreshHash = ?')
  const selectOfUser = prepare<SessionRow>(`
    SELECT * FROM sessions WHERE sub = @sub AND revoked = 0 AND expiresAt > @at ORDER BY lastUsedAt DESC, id
  `)
  const selectLive = prepare<LiveRow>(SELECT_LIVE_SESSION)
  const setUsed = prepare('UPDATE sessions SET lastUsedAt = @at WHERE id = @id')
  const revoke = prepare('UPDATE sessions SET revoked = 1 WHERE id = @id AND sub = @sub')
  // Returns the cache of sessions by id. Each commit replaces the cache by an empty cache.
  const currentSessionCache = database.cacheUntilCommit(
    () =>
      new LRUCache<string, { sub: string; lastUsedAt: Date; isOperator: boolean } | 'ended'>({
        max: CACHED_SESSIONS_MAX,
        ttl: CACHE_LIFETIME_MS,
        ttlResolution: CACHE_CLOCK_MS,
        memoMethod(id) {
          const row = selectLive.get(id)
          return row
            ? {
                sub: row.sub,
                lastUsedAt: new Date(row.lastUsedAt),
                isOperator: isOperator(JSON.parse(row.groups)),
              }
            : ('ended' as const)
        },
      }),
  )
  const recordUse = (id: string, at: Date) => write(() => setUsed.run({ id, at: at.toISOString() }))

  return {
    async start({ session, checkedHash, rehash, lockOutSubject }) {
      const { sub } = session
      return write(() => {
        // A user who has turned the second factor on meanwhile must enter its code.
        if (!rows.isUserUnchanged({ sub, checkedHash }) || selectActiveFactor.get(sub)) return false
        rows.insertNewAndPrune(session)
        rows.clearLockOut(lockOutSubject)
        if (rehash !== null) setHash.run({ sub, rehash })
        return true
      })
    },
    async findByRefreshHash(refreshHash) {
      const row = selectByRefresh.get(refreshHash)
      return row ? toSession(row) : null
    },
    isLive({ id, sub }) {
      const session = currentSessionCache().memo(id)
      if (session === 'ended' || session.sub !== sub) return false
      if (!session.isOperator) return true

      const at = now()
      if (isIdle(session, at)) return false
      if (at.getTime() - session.lastUsedAt.getTime() >= USE_STORED_EVERY_MS) {
        // The cached session is changed too, so that no other request stores the same use.
        session.lastUsedAt = at
        // A failed write does no harm: when this cache entry has expired, a request tries again.
        recordUse(id, at).catch(() => {})
      }
      return true
    },
    async listOf(sub) {
      return selectOfUser.all({ sub, at: now().toISOString() }).map(toSession)
    },
    async recordUse(id) {
      await recordUse(id, now())
    },
    async revoke({ id, sub }) {
      await write(() => revoke.run({ id, sub }))
    },
  }
}

function toSession({ signedInAt, lastUsedAt, expiresAt, revoked, ...row }: SessionRow) {
  return {
    ...row,
    signedInAt: new Date(signedInAt),
    lastUsedAt: new Date(lastUsedAt),
    expiresAt: new Date(expiresAt),
    revoked: revoked === 1,
  }
}
