import { randomUUID } from 'node:crypto'
import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import { DEFAULT_AWS_REGION } from '@nashta/contracts/constants'
import { createPayloadCipher } from '@nashta/outbox/payload-cipher'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { deriveKeys, openPoolFile } from './adapters/disk/pool-file.ts'
import { rotateSigningKeys } from './adapters/disk/signing-key-file.ts'
import { createSqliteGroupStore } from './adapters/sqlite/group-store.ts'
import { openUnlockedIdentityDatabase } from './adapters/sqlite/open-identity-database.ts'
import { createSqliteUserStore } from './adapters/sqlite/user-store.ts'
import { createOperators } from './users/operators.ts'

/**
 * The operations of `npm run admin`. They work on the pool's files, also while the pool runs. The
 * running pool sends their mails, or the pool at its next start. `publicUrl` is the origin of links
 * in mails.
 */
export function openSqlitePoolAdmin(
  dataFolder: string,
  now: () => Date,
  { publicUrl = 'http://localhost' } = {},
) {
  const database = openUnlockedIdentityDatabase(dataFolder, now)
  const { masterKey } = openPoolFile(dataFolder, DEFAULT_AWS_REGION)
  const { outboxEncryption } = deriveKeys(Buffer.from(masterKey, 'base64'))
  const outbox = createSqliteOutbox(database, now, createPayloadCipher(outboxEncryption))
  const groups = createSqliteGroupStore(database, outbox)
  const users = createSqliteUserStore(database, outbox, now)
  const operators = createOperators({ users, groups, newId: randomUUID, publicUrl })

  return {
    ...operators,
    /** Also takes the role from the last administrator, because `grant` can give it back. */
    revoke: (email: string, role?: OperatorRole) => operators.revoke(email, role, { mayBeLast: true }),
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
