import { IDENTITY_POOL_BASE } from '@nashta/identity/create-identity-pool'
import { USER_POOL_BASE } from '@nashta/identity/create-user-pool'
import { openSqliteUserPool, type SqliteUserPoolOptions } from '@nashta/identity/sqlite-user-pool'
import type { Part } from '@nashta/service-kit/at-hand'

/** The user pool inside this process. */
export async function embeddedIdentity(options: SqliteUserPoolOptions) {
  const { userPool, identityPool, ...pool } = await openSqliteUserPool(options)
  const parts: [prefix: string, part: Part][] = [
    [USER_POOL_BASE, { app: userPool }],
    [IDENTITY_POOL_BASE, { app: identityPool }],
  ]
  return { parts, userPool, ...pool }
}
