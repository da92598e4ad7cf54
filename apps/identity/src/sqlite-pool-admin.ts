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

  async function userOf(email: string) {
    const user = await users.find(email)
    if (!user) throw new Error(`There is no account with the address ${email}`)
    return user
  }

  return {
    /** Adds the user to the admin group and returns their sub. The address must be proven to be theirs. */
    async grant(email: string) {
      const { sub, confirmed, emailVerified } = await userOf(email)
      if (!confirmed) throw new Error(`The account with the address ${email} is not confirmed yet`)
      if (!emailVerified) throw new Error(`The address ${email} is not verified`)
      await groups.create(ADMIN_GROUP)
      await groups.addMember(sub, ADMIN_GROUP)
      return sub
    },
    /** Removes the user from the admin group, and ends their sessions because issued tokens still name the group. */
    async revoke(email: string) {
      const { sub } = await userOf(email)
      await groups.removeMember(sub, ADMIN_GROUP)
      await users.change(sub, { endSessions: 'all' })
    },
    /** For a user who lost the phone and the recovery codes. Ends their sessions: a stranger may have asked for it. */
    async turnOffSecondFactor(email: string) {
      const { sub } = await userOf(email)
      await users.change(sub, { secondFactor: 'off', endSessions: 'all' })
    },
    list: () => groups.memberEmails(ADMIN_GROUP),
    /** With `endTrust`, tokens of the old keys are refused from now on. */
    rotateKeys: (options: { endTrust: boolean }) => rotateSigningKeys(dataFolder, now(), options),
    close: () => database.close(),
  }
}

function refuseMail() {
  throw new Error('Only a running pool sends mails')
}
