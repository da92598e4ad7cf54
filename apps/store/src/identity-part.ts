import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_POOL_BASE } from '@nashta/identity/create-identity-pool'
import { USER_POOL_BASE } from '@nashta/identity/create-user-pool'
import { createGateway, type GatewayDeps } from '@nashta/identity/gateway/create-gateway'
import { fetchPoolAt, fetchPoolInProcess } from '@nashta/identity/gateway/pool-connection'
import { openSqliteUserPool, type SqliteUserPoolOptions } from '@nashta/identity/sqlite-user-pool'
import { connectUserPool, type RemoteUserPoolOptions } from '@nashta/service-kit/auth/remote-user-pool'
import type { MountedApp } from '@nashta/service-kit/http/dispatch'
import type { PoolDirectory } from '@nashta/shop-api/account/accounts'

/** The user pool inside this process, and the gateway that the pages call. */
export async function embeddedIdentity(options: SqliteUserPoolOptions) {
  const { userPool, identityPool, ...pool } = await openSqliteUserPool(options)
  const gateway = createGateway({
    ...options,
    client: pool.client,
    // The Shop API asks the pool in this process about users and sessions, so the gateway keeps no
    // records of them.
    records: null,
    fetchPool: fetchPoolInProcess(userPool, USER_POOL_BASE, pool.client.secret),
  })
  const mounts: [prefix: string, app: MountedApp][] = [
    [USER_POOL_BASE, { app: userPool }],
    [IDENTITY_POOL_BASE, { app: identityPool }],
    [IDENTITY_GATEWAY_BASE, { app: gateway }],
  ]
  return { mounts, ...pool, directory: pool.accounts }
}

type RemoteOptions = RemoteUserPoolOptions &
  Omit<GatewayDeps, 'client' | 'fetchPool'> & {
    clientSecret: string
    /**
     * False for Cognito. The gateway identifies itself to our own pool by a header that is made
     * from the client's secret.
     */
    isOwnPool: boolean
    directory: PoolDirectory | null
  }

/**
 * The user pool at another URL. The store verifies access tokens with the keys of the pool, and the
 * gateway forwards the calls of the pages to the pool.
 */
export function remoteIdentity({ clientSecret, isOwnPool, directory, ...options }: RemoteOptions) {
  const gateway = createGateway({
    ...options,
    client: { id: options.clientId, ...(clientSecret && { secret: clientSecret }) },
    fetchPool: fetchPoolAt(options.endpoint, isOwnPool ? clientSecret : undefined),
  })
  const mounts: [prefix: string, app: MountedApp][] = [[IDENTITY_GATEWAY_BASE, { app: gateway }]]
  // The store can change operators and accounts only in a pool inside this process.
  return {
    ...connectUserPool(options),
    operators: null,
    // The process of the pool prints the link.
    welcomeUrl: null,
    accounts: null,
    directory,
    mounts,
    close: async () => {},
  }
}
