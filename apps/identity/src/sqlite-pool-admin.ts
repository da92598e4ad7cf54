import { ADMIN_GROUP } from '@nashta/service-kit/auth/authorise'
import { rotateSigningKeys } from './adapters/disk/signing-key-file.ts'
import { createSqliteGroupStore } from './adapters/sqlite/group-store.ts'
import { openUnlockedIdentityDatabase } from './adapters/sqlite/open-identity-database.ts'
import { createSqliteUserStore } from './adapters/sqlite/user-store.ts'

/** The operations of `npm run admin`. They work on the pool's files, also while the pool runs. */
export function openSqlitePoolAdmin(dataFolder: string, now: () => Date) {
  const database = openUnlockedIdentityDatabase(dataFolder, now)
  const groups = createSqliteGroupStore(database)
  const users = createSqliteUserStore(database, { add: refuseMail }, now)

  async function subOf(email: string) {
    const user = await users.find(email)
    if (!user) throw new Error(`There is no account with the address ${email}`)
    return user.sub
  }

  return {
    /** Adds the user to the admin group. */
    async grant(email: string) {
      const sub = await subOf(email)
      await groups.create(ADMIN_GROUP)
      await groups.addMember(sub, ADMIN_GROUP)
    },
    /** Removes the user from the admin group, and ends their sessions because issued tokens still name the group. */
    async revoke(email: string) {
      const sub = await subOf(email)
      await groups.removeMember(sub, ADMIN_GROUP)
      await users.change(sub, { endSessions: 'all' })
    },
    /** For a user who lost the phone and the recovery codes. Ends their sessions: a stranger may have asked for it. */
    async turnOffSecondFactor(email: string) {
      await users.change(await subOf(email), { secondFactor: 'off', endSessions: 'all' })
    },
    list: () => groups.memberEmails(ADMIN_GROUP),
    rotateKeys: () => rotateSigningKeys(dataFolder, now()),
    close: () => database.close(),
  }
}

function refuseMail() {
  throw new Error('Only a running pool sends mails')
}
