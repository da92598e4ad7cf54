import type { PayloadCipher } from '@nashta/outbox/payload-cipher'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { FirstAdministratorStore } from '../../first-administrator/first-administrator-store.ts'
import { createOperatorAccountRows } from './operator-account-rows.ts'

const ROLE = 'admin'

/** `cipher` encrypts the secret of the second factor. `outbox` must write to the same database. */
export function createSqliteFirstAdministratorStore(
  database: Database,
  outbox: Pick<SqliteOutbox, 'add'>,
  cipher: PayloadCipher,
): FirstAdministratorStore {
  const accountRows = createOperatorAccountRows(database, outbox, cipher)

  return {
    hasAdministrator: async () => accountRows.hasMembers(ROLE),
    async create(administrator) {
      return database.write(() => {
        if (accountRows.hasMembers(ROLE)) return 'there is an administrator'
        return accountRows.insert(administrator, ROLE) === 'inserted' ? 'created' : 'email taken'
      })
    },
  }
}
