import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteMailbox } from '@nashta/mail/sqlite-mailbox'
import { createLogger } from '@nashta/service-kit/logger'
import { createTestPool } from '@nashta/service-kit/test-pool.fixture'
import { createTokenVerifier } from '@nashta/service-kit/token-verifier'
import { openSqliteShopApi, type SqliteShopApiOptions } from './sqlite-shop-api.ts'

const START = new Date('2026-01-01T12:00:00Z')

/** The real Shop API on a fresh SQLite file, with a clock to move and tokens for anyone. */
export async function openTestShop(overrides: Partial<SqliteShopApiOptions> = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-shop-'))
  const clock = { now: START }
  const pool = await createTestPool(START)
  const tokens = new Map<string, string>()

  const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now: () => clock.now })
  const open = () =>
    openSqliteShopApi({
      https: false,
      logger: createLogger({ service: 'shop-api', level: 'silent' }),
      dataFolder,
      now: () => clock.now,
      publicUrl: 'https://snacks.example',
      rateLimitScale: Infinity,
      imageHosts: [],
      emailOf: async ({ sub }) => `${sub}@example.in`,
      mailTransport: mailbox,
      verifyToken: createTokenVerifier({ ...pool.verification, isRevoked: () => false, now: () => START }),
      ...overrides,
    })
  let shop = open()

  async function tokenFor(sub: string, groups: string[] = []) {
    const token = tokens.get(sub) ?? (await pool.sign({ sub, groups }))
    tokens.set(sub, token)
    return token
  }

  return {
    clock,
    get shop() {
      return shop
    },
    tokenFor,
    async call(
      sub: string,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
      headers = {},
    ) {
      const response = await shop.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${await tokenFor(sub)}`, ...headers },
        ...(body && { body }),
      })
      return { status: response.statusCode, headers: response.headers, ...response.json<Answer>() }
    },
    /** What was queued, in order, whether or not it has left. */
    queuedMails() {
      return shop.database.connection
        .prepare('SELECT kind, dedupKey FROM outbox ORDER BY id')
        .all() as QueuedMail[]
    },
    charges() {
      return Number(
        shop.database.connection.prepare('SELECT count(*) AS count FROM simulatedCharges').get()?.['count'],
      )
    },
    mailbox,
    /** As after a crash: the process is gone, the file is what it was. */
    async restart() {
      await shop.close()
      shop = open()
    },
    async close() {
      await shop.close()
      await mailbox.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

type QueuedMail = { kind: string; dedupKey: string }

/** What an answer may hold; tests say what it does. */
// oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, checked by the test that reads it
type Answer = { data: any; code?: string; message?: string; details?: any }
