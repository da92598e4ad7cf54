import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailTransport } from '@nashta/mail/mail'
import { openSqliteMailbox } from '@nashta/mail/sqlite-mailbox'
import { createLogger } from '@nashta/service-kit/process/logger'
import type { FastifyInstance } from 'fastify'
import type { AppClient } from '../clients/app-client.ts'
import { openSqliteUserPool, type SqliteUserPoolOptions } from '../sqlite-user-pool.ts'
import { createCountingHash } from './counting-hash.fixture.ts'

const BOTH_FLOWS = ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'] as const

export const LOCAL = {
  region: 'us-east-2',
  poolId: 'us-east-2_TestPool1',
  adminKey: { accessKeyId: 'NASHTATESTADMIN', secretAccessKey: 'a-secret-of-the-administrator' },
  /** C0 has no secret, C1 has one, C2 hides which users exist, and C3 may only refresh. */
  clients: {
    C0: { id: 'client0', flows: BOTH_FLOWS, hidesUserExistence: false },
    C1: {
      id: 'client1',
      secret: 'secretofclientone0123456789',
      flows: BOTH_FLOWS,
      hidesUserExistence: false,
    },
    C2: { id: 'client2', flows: BOTH_FLOWS, hidesUserExistence: true },
    C3: { id: 'client3', flows: ['REFRESH_TOKEN_AUTH'], hidesUserExistence: false },
  } satisfies Record<string, AppClient>,
}

/** The real pool with new files and real sockets, a clock that tests can move, and cheap hashes. */
export async function openLocalPool({
  wrapTransport = (mailbox) => mailbox,
  ...overrides
}: Partial<SqliteUserPoolOptions> & {
  wrapTransport?: (mailbox: MailTransport, now: () => Date) => MailTransport
} = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-pool-'))
  // The clock starts at the system's time, because AWS's verifiers use the system clock. It starts
  // at a whole second, because tokens contain whole seconds.
  const clock = { now: new Date(Math.floor(Date.now() / 1000) * 1000) }
  const now = () => clock.now
  const mailFolder = mkdtempSync(join(tmpdir(), 'nashta-mailbox-'))
  const mailbox = openSqliteMailbox({ path: join(mailFolder, 'mailbox.sqlite'), now })
  // Each pool gets a new id, because the SDK caches identity ids by pool id until the process ends.
  const identityPoolId = `${LOCAL.region}:${randomUUID()}`
  const hashes = createCountingHash()
  const logLines: string[] = []
  const requests = { count: 0 }

  const pool = await openSqliteUserPool({
    deliverEvents: null,
    https: false,
    logger: createLogger({
      service: 'identity',
      level: 'trace',
      destination: { write: (line) => void logLines.push(line) },
    }),
    dataFolder,
    settings: {
      AWS_REGION: LOCAL.region,
      USER_POOL_ID: LOCAL.poolId,
      // Empty, so that the pool generates the client's id and secret.
      USER_POOL_CLIENT_ID: '',
      USER_POOL_CLIENT_SECRET: '',
      IDENTITY_POOL_ID: identityPoolId,
      USER_POOL_ADMIN_KEY_ID: LOCAL.adminKey.accessKeyId,
      USER_POOL_ADMIN_KEY_SECRET: LOCAL.adminKey.secretAccessKey,
    },
    mailTransport: wrapTransport(mailbox, now),
    readShop: async () => null,
    publicUrl: 'https://snacks.example',
    rateLimitScale: Infinity,
    now,
    moreClients: Object.values(LOCAL.clients),
    // Cognito's default policy.
    policy: { minLength: 8, requiresCharacterClasses: true, refusesGuessable: false },
    hashing: hashes.options,
    ...overrides,
  })
  pool.userPool.addHook('onRequest', async () => {
    requests.count += 1
  })

  return {
    pool,
    clock,
    dataFolder,
    identityPoolId,
    mailbox,
    hashes,
    logLines,
    requests,
    endpoint: `${await listen(pool.userPool)}/user-pool`,
    identityEndpoint: `${await listen(pool.identityPool)}/identity-pool`,
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    async close() {
      await pool.userPool.close()
      await pool.identityPool.close()
      await pool.close()
      await mailbox.close()
      rmSync(dataFolder, { recursive: true })
      rmSync(mailFolder, { recursive: true })
    },
  }
}

export type LocalPool = Awaited<ReturnType<typeof openLocalPool>>

function listen(app: FastifyInstance) {
  return app.listen({ host: '127.0.0.1', port: 0 })
}
