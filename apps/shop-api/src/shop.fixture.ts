import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteMailbox } from '@nashta/mail/sqlite-mailbox'
import { createTestPool } from '@nashta/service-kit/auth/test-pool.fixture'
import { createTokenVerifier } from '@nashta/service-kit/auth/token-verifier'
import { createLogger } from '@nashta/service-kit/process/logger'
import type { FastifyInstance } from 'fastify'
import type { ProductStore } from './catalogue/product-store.ts'
import { openSqliteShopApi, type SqliteShopApiOptions } from './sqlite-shop-api.ts'

const START = new Date('2026-01-01T12:00:00Z')

/** Its keys take longer to make than most tests to run. */
let sharedPool: ReturnType<typeof createTestPool> | undefined

export type TestShopOptions = Omit<SqliteShopApiOptions, 'dataFolder'>
type Shop = {
  app: Pick<FastifyInstance, 'inject'>
  products: ProductStore
  reconcile: () => Promise<void>
  close: () => Promise<void>
}

/** What the adapters under a test shop are asked beside what they do for it. */
export type Ground<S extends Shop> = {
  open: (options: TestShopOptions, dataFolder: string) => S
  /** What was queued, whether or not it has left. */
  queuedMails: (shop: S) => Promise<QueuedMail[]>
  charges: (shop: S) => Promise<number>
  /** All that is kept, as text. */
  everything: (shop: S) => Promise<string>
}

export type TestShop = Awaited<ReturnType<typeof openTestShopOn<Shop>>>
export type OpenTestShop = () => Promise<TestShop>

/** The real Shop API on a fresh SQLite file, with a clock to move and tokens for anyone. */
export function openTestShop(overrides: Partial<TestShopOptions> = {}) {
  return openTestShopOn(sqlite, overrides)
}

const sqlite: Ground<ReturnType<typeof openSqliteShopApi>> = {
  open: (options, dataFolder) => openSqliteShopApi({ ...options, dataFolder }),
  async queuedMails({ database }) {
    return database.connection
      .prepare("SELECT kind, key FROM outbox WHERE topic = 'mail' ORDER BY id")
      .all() as QueuedMail[]
  },
  async charges({ database }) {
    const row = database.connection.prepare('SELECT count(*) AS count FROM simulatedCharges').get()
    return Number(row?.['count'])
  },
  async everything({ database: { connection } }) {
    const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    return JSON.stringify(
      tables.map(({ name }) => connection.prepare(`SELECT * FROM "${String(name)}"`).all()),
    )
  },
}

export async function openTestShopOn<S extends Shop>(
  ground: Ground<S>,
  overrides: Partial<TestShopOptions> = {},
) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-shop-'))
  const clock = { now: START }
  const pool = await (sharedPool ??= createTestPool(START))
  const tokens = new Map<string, string>()

  const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now: () => clock.now })
  const open = () =>
    ground.open(
      {
        https: false,
        logger: createLogger({ service: 'shop-api', level: 'silent' }),
        now: () => clock.now,
        publicUrl: 'https://snacks.example',
        rateLimitScale: Infinity,
        imageHosts: [],
        emailOf: async ({ sub }) => `${sub}@example.in`,
        mailTransport: mailbox,
        deliverEvents: null,
        verifyToken: createTokenVerifier({ ...pool.verification, isRevoked: () => false, now: () => START }),
        ...overrides,
      },
      dataFolder,
    )
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
    queuedMails: () => ground.queuedMails(shop),
    charges: () => ground.charges(shop),
    everything: () => ground.everything(shop),
    mailbox,
    /** As after a crash: the process is gone, what it kept is what it was. */
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

type QueuedMail = { kind: string; key: string }

/** What an answer may hold; tests say what it does. */
// oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, checked by the test that reads it
type Answer = { data: any; code?: string; message?: string; details?: any }
