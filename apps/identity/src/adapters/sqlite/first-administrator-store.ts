import type { PayloadCipher } from '@nashta/outbox/payload-cipher'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { FirstAdministratorStore } from '../../first-administrator/first-administrator-store.ts'
import { createGroupRows } from './group-store.ts'
import { createSecondFactorRows } from './second-factor-store.ts'
import { createSessionRows } from './session-rows.ts'
import { createUserChanges } from './user-changes.ts'

const ROLE = 'admin'

/** `cipher` encrypts the secret of the second factor. `outbox` must write to the same database. */
export function createSqliteFirstAdministratorStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  cipher: PayloadCipher,
): FirstAdministratorStore {
  const userChanges = createUserChanges(database, outbox)
  const factorRows = createSecondFactorRows(database, cipher)
  const groupRows = createGroupRows(database)
  const sessionRows = createSessionRows(database)

  return {
    hasAdministrator: async () => groupRows.hasMembers(ROLE),
    async create({ user, secondFactor: { secret, step, recoveryHashes }, session, mails }) {
      return database.write(() => {
        if (groupRows.hasMembers(ROLE)) return 'there is an administrator'
        if (userChanges.insert(user, session.signedInAt) === 'email taken') return 'email taken'
        factorRows.setPending(user.sub, secret)
        factorRows.setVerified(user.sub, { step, recoveryHashes })
        userChanges.apply(user, { secondFactor: 'on', mails })
        groupRows.create(ROLE)
        groupRows.addMember(user.sub, ROLE)
        sessionRows.insertNewAndPrune(session)
        return 'created'
      })
    },
  }
}
