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
  const deleteExpiredBefore = prepare('DELETE FROM sessions WHERE expiresAt < ?')
  const endOthers = prepare('UPDATE sessions SET revoked = 1 WHERE sub = @sub AND id <> @except')
  const deleteLockOut = prepare('DELETE FROM lockOuts WHERE subject = ?')

  /**
   * Deletes sessions that have expired. An access token is accepted only while the row of its
   * session exists, so each row stays until the session's last access token has expired too.
   */
  function prune({ now }: { now: Date }) {
    const cutOff = new Date(now.getTime() - ACCESS_TOKEN_LIFETIME_SECONDS * 1000)
    deleteExpiredBefore.run(cutOff.toISOString())
  }

  return {
    /**
     * False if the password was changed, or the user was disabled or deleted, since the password
     * was checked.
     */
    isUserUnchanged: (checked: { sub: string; checkedHash: string }) =>
      selectUnchanged.get(checked) !== undefined,
    insertNewAndPrune({ signedInAt, lastUsedAt, expiresAt, ...session }: Session) {
      prune({ now: signedInAt })
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
