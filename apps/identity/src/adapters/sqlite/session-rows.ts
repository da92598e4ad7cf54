import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import type { Database } from '@nashta/sqlite/database'
import type { Session } from '../../tokens/session-store.ts'

/** The rows that a sign-in reads and writes. All functions must run in `database.write`. */
export function createSessionRows({ prepare }: Pick<Database, 'prepare'>) {
  const selectUnchanged = prepare<{ sub: string }>(
    'SELECT sub FROM users WHERE sub = @sub AND passwordHash = @checkedHash AND enabled = 1',
  )
  const insertSession = prepare(`
    INSERT INTO sessions (id, sub, clientId, refreshHash, device, signedInAt, lastUsedAt, expiresAt, revoked)
    VALUES (@id, @sub, @clientId, @refreshHash, @device, @signedInAt, @lastUsedAt, @expiresAt, 0)
  `)
  const prune = prepare('DELETE FROM sessions WHERE expiresAt < ?')
  const endOthers = prepare('UPDATE sessions SET revoked = 1 WHERE sub = @sub AND id <> @except')
  const deleteLockOut = prepare('DELETE FROM lockOuts WHERE subject = ?')

  return {
    /**
     * False if the password was changed, or the user was disabled or deleted, since the password
     * was checked.
     */
    isUserUnchanged: (checked: { sub: string; checkedHash: string }) =>
      selectUnchanged.get(checked) !== undefined,
    insert({ signedInAt, lastUsedAt, expiresAt, ...session }: Session) {
      // An access token that was issued just before its session expired outlives the session. So a
      // row is pruned only when that token has expired too. `signedInAt` is the current time.
      const pruneBefore = new Date(signedInAt.getTime() - ACCESS_TOKEN_LIFETIME_SECONDS * 1000)
      prune.run(pruneBefore.toISOString())
      insertSession.run({
        ...session,
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })
    },
    endOthers: (sub: string, except: string) => endOthers.run({ sub, except }),
    clearLockOut: (subject: string) => deleteLockOut.run(subject),
  }
}
