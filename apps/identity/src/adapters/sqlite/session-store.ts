import type { SQLOutputValue } from 'node:sqlite'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import type { Database } from '@nashta/sqlite/database'
import type { KeptSession, SessionStore } from '../../tokens/session-store.ts'

export function createSqliteSessionStore({ connection, write }: Database): SessionStore {
  const selectProven = connection.prepare(
    'SELECT 1 FROM users WHERE sub = @sub AND passwordHash = @provenHash AND enabled = 1',
  )
  const insert = connection.prepare(`
    INSERT INTO sessions (id, sub, clientId, refreshHash, signedInAt, expiresAt, revoked)
    VALUES (@id, @sub, @clientId, @refreshHash, @signedInAt, @expiresAt, 0)
  `)
  const setHash = connection.prepare('UPDATE users SET passwordHash = @rehash WHERE sub = @sub')
  const unlock = connection.prepare('DELETE FROM lockOuts WHERE subject = ?')
  const forget = connection.prepare('DELETE FROM sessions WHERE expiresAt < ?')
  const selectByRefresh = connection.prepare('SELECT * FROM sessions WHERE refreshHash = ?')
  const selectLive = connection.prepare('SELECT 1 FROM sessions WHERE id = ? AND revoked = 0')
  const revoke = connection.prepare('UPDATE sessions SET revoked = 1 WHERE id = ?')

  return {
    async start({ session, provenHash, rehash }) {
      const { sub, signedInAt, expiresAt, ...rest } = session
      // A session outlives its refresh token by its last access token.
      const over = new Date(signedInAt.getTime() - ACCESS_TOKEN_LIFETIME_SECONDS * 1000)
      return write(() => {
        if (!selectProven.get({ sub, provenHash })) return false
        forget.run(over.toISOString())
        insert.run({
          ...rest,
          sub,
          signedInAt: signedInAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })
        unlock.run(sub)
        if (rehash !== null) setHash.run({ sub, rehash })
        return true
      })
    },
    async findByRefresh(refreshHash) {
      const row = selectByRefresh.get(refreshHash)
      return row ? toSession(row) : null
    },
    isLive: (id) => selectLive.get(id) !== undefined,
    async revoke(id) {
      await write(() => revoke.run(id))
    },
  }
}

type SessionRow = Record<'id' | 'sub' | 'clientId' | 'refreshHash' | 'signedInAt' | 'expiresAt', string> & {
  revoked: number
}

function toSession(row: Record<string, SQLOutputValue>): KeptSession {
  const { signedInAt, expiresAt, revoked, ...rest } = row as SessionRow
  return {
    ...rest,
    signedInAt: new Date(signedInAt),
    expiresAt: new Date(expiresAt),
    revoked: revoked === 1,
  }
}
