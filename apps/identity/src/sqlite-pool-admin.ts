import { rotateSigningKeys } from './adapters/disk/signing-key-file.ts'
import { createSqliteGroupStore } from './adapters/sqlite/group-store.ts'
import { openUnlockedIdentityDatabase } from './adapters/sqlite/open-identity-database.ts'
import { createSqliteUserStore } from './adapters/sqlite/user-store.ts'
import { createOperators } from './users/operators.ts'

/** The operations of `npm run admin`. They work on the pool's files, also while the pool runs. */
export function openSqlitePoolAdmin(dataFolder: string, now: () => Date) {
  const database = openUnlockedIdentityDatabase(dataFolder, now)
  const groups = createSqliteGroupStore(database)
  const users = createSqliteUserStore(database, { add: refuseMail }, now)

  return {
    ...createOperators({ users, groups }),
    /** For a user who lost phone and recovery codes. Ends all sessions: one may be a stranger's. */
    async turnOffSecondFactor(email: string) {
      const user = await users.find(email)
      if (!user) throw new Error(`There is no account with the address ${email}`)
      await users.change(user.sub, { secondFactor: 'off', endSessions: 'all' })
    },
    /** With `refuseOldTokens`, tokens of the old keys are refused from now on. */
    rotateKeys: (options: { refuseOldTokens: boolean }) => rotateSigningKeys(dataFolder, now(), options),
    close: () => database.close(),
  }
}

function refuseMail() {
  throw new Error('Only a running pool sends mails')
}
