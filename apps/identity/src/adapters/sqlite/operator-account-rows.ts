import type { PayloadCipher } from '@nashta/outbox/payload-cipher'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { OperatorAccount, VerifiedSecondFactor } from '../../operator-accounts/operator-account.ts'
import { createGroupRows } from './group-store.ts'
import { createSecondFactorRows } from './second-factor-store.ts'
import { createSessionRows } from './session-rows.ts'
import { createUserChanges } from './user-changes.ts'

/**
 * The rows of accounts for the desk. `cipher` encrypts the secrets of second factors. All functions
 * must run in `database.write`, and `outbox` must write to the same database.
 */
export function createOperatorAccountRows(
  database: Pick<Database, 'prepare'>,
  outbox: Pick<SqliteOutbox, 'add'>,
  cipher: PayloadCipher,
) {
  const userChanges = createUserChanges(database, outbox)
  const factorRows = createSecondFactorRows(database, cipher)
  const groupRows = createGroupRows(database)
  const sessionRows = createSessionRows(database)

  /** Does not turn the second factor on: a change of the user does. */
  function setSecondFactor(sub: string, { secret, ...verified }: VerifiedSecondFactor) {
    factorRows.setPending(sub, secret)
    factorRows.setVerified(sub, verified)
  }

  function addRole(sub: string, role: string) {
    groupRows.create(role)
    groupRows.addMember(sub, role)
  }

  return {
    userChanges,
    setSecondFactor,
    addRole,
    hasMembers: groupRows.hasMembers,
    /** Stores a new account with its second factor turned on, its role and its session. */
    insert({ user, secondFactor, session, mails }: OperatorAccount, role: string) {
      if (userChanges.insert(user, session.signedInAt) === 'email taken') return 'email taken'
      setSecondFactor(user.sub, secondFactor)
      userChanges.apply(user, { secondFactor: 'on', mails })
      addRole(user.sub, role)
      sessionRows.insertNewAndPrune(session)
      return 'inserted'
    },
  }
}
