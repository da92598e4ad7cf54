import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asPaise } from '@nashta/contracts/money'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { errorsOf } from '@nashta/contracts/shop-api/shop-api-reference'
import { createMailSenders } from '@nashta/mail/mail-senders'
import { openSqliteMailbox } from '@nashta/mail/sqlite-mailbox'
import { createTokenVerifier } from '@nashta/service-kit/auth/authorise'
import { type Claims, createTestPool } from '@nashta/service-kit/auth/test-pool.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { openShopApi, type ShopApiOptions } from './open-shop-api.ts'
import type { PaymentSettings } from './payments/create-providers.ts'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { ShopStorage, StorageContext } from './storage.ts'
import { HELP_PICTURES_FOLDER } from './tickets/ticket-pictures.ts'

const START = new Date('2026-01-01T12:00:00Z')

/** The payment settings of a test shop, unless a test overrides them. */
export const TEST_PAYMENTS: PaymentSettings = {
  providers: ['simulator'],
  isPublic: false,
  upi: { id: 'snacks@okbank', name: 'Asha Snacks' },
  // Nothing listens at this address.
  razorpay: { url: 'http://127.0.0.1:1', keyId: '', keySecret: '', webhookSecret: '' },
  lifetimeMs: 30 * 60_000,
}

/** All tests share one user pool, because making its keys takes longer than most tests. */
let sharedPool: ReturnType<typeof createTestPool> | undefined

/** Functions that open a storage and read it. */
export type TestStorage<S extends ShopStorage> = {
  open: (context: StorageContext, dataFolder: string) => S
  /** Every mail that was queued, sent or not. */
  queuedMails: (storage: S) => Promise<QueuedMail[]>
  /** Counts the payments that the simulator has stored. */
  countCharges: (storage: S) => Promise<number>
  /** Runs the sales aggregation of the adapter now, if it has one. */
  addUpSales?: (storage: S) => Promise<void>
  /** All stored data, as text, without bills: the tax law keeps them longer than any person. */
  everything: (storage: S) => Promise<string>
}

export type TestShop = Awaited<ReturnType<typeof openTestShopOn<ShopStorage>>>
export type OpenTestShop = (overrides?: Partial<ShopApiOptions>) => Promise<TestShop>

/** Opens the real Shop API on a new SQLite file, with a settable clock and tokens for any sub. */
export function openTestShop(overrides: Partial<ShopApiOptions> = {}) {
  return openTestShopOn(sqliteStorage, overrides)
}

const sqliteStorage: TestStorage<ReturnType<typeof openSqliteStorage>> = {
  open: (context, dataFolder) => openSqliteStorage({ ...context, dataFolder }),
  async queuedMails({ database }) {
    const queued = database.prepare<QueuedMail>(
      "SELECT kind, key FROM outbox WHERE topic = 'mail' ORDER BY id",
    )
    return queued.all()
  },
  async countCharges({ database }) {
    const counted = database.prepare<{ count: number }>(
      "SELECT count(*) AS count FROM documents WHERE sk = 'charge'",
    )
    return counted.get()?.count ?? 0
  },
  async everything({ database }) {
    const tables = database.prepare<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    return JSON.stringify(
      tables
        .all()
        .map(({ name }) => database.prepare<object>(`SELECT * FROM "${name}"`).all().filter(isNoBill)),
    )
  },
}

/** Whether a stored row or item is something else than a bill. */
export function isNoBill(stored: { pk?: unknown }) {
  return !String(stored.pk).startsWith('bills#')
}

/** Does the same as `openTestShop` on another storage. */
export async function openTestShopOn<S extends ShopStorage>(
  testStorage: TestStorage<S>,
  overrides: Partial<ShopApiOptions> = {},
) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-shop-'))
  const clock = { now: START }
  const pool = await (sharedPool ??= createTestPool(START))
  const tokens = new Map<string, string>()
  // Tokens are checked at START, so that they do not expire when a test moves the clock.
  const verifyAtStart = createTokenVerifier({
    ...pool.verification,
    isRevoked: () => false,
    now: () => START,
  })

  const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now: () => clock.now })
  const open = (changed: Partial<ShopApiOptions> = {}) =>
    openShopApi((context) => testStorage.open(context, dataFolder), {
      https: false,
      logger: createLogger({ service: 'shop-api', level: 'silent' }),
      now: () => clock.now,
      publicUrl: 'https://snacks.example',
      rateLimitScale: Infinity,
      imageHosts: [],
      birthDateOf: async ({ sub }) => (sub === 'child' ? '2015-01-01' : null),
      emailOf: async ({ sub }) => `${sub}@example.in`,
      verifiedEmailOf: async ({ sub }) => `${sub}@example.in`,
      guestCheckout: false,
      // Two operators of one name.
      fullNameOf: async ({ sub }) => (sub.startsWith('mira') ? 'Mira Rao' : null),
      formerEmailsOf: async () => [],
      hasSecondFactor: null,
      operators: null,
      accounts: null,
      directory: null,
      mailTransport: mailbox,
      mailSenders: createMailSenders({ isFixed: false, isPublic: false, fallback: mailbox }).senders,
      secretsKey: Buffer.alloc(32, 1),
      deliverEvents: null,
      fetchInteractions: null,
      payments: TEST_PAYMENTS,
      orderLimits: { quantityMax: 50, codMaxPaise: asPaise(5_000_000), openUnitsMax: 0 },
      async verifyToken(token) {
        const caller = await verifyAtStart(token)
        // The holder of a token that names no sign-in has just signed in.
        const nowSeconds = Math.floor(clock.now.getTime() / 1000)
        return caller && { ...caller, signedInAt: caller.signedInAt ?? nowSeconds }
      },
      ...overrides,
      ...changed,
    })
  let shop = open()

  /** Signs one token for each sub. Later calls return the same token, even with other groups. */
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
    /** Signs a new token with any claims. */
    sign: (claims: Claims) => pool.sign(claims),
    async call(
      /** A shopper's sub; `boss` is in the admin group, and `child` is a minor. */
      sub: string,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
      headers = {},
    ) {
      const response = await shop.app.inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${await tokenFor(sub, sub === 'boss' ? ['admin'] : [])}`,
          ...headers,
        },
        ...(body && { body }),
      })
      const reply = response.json<ResponseBody>()
      if (response.statusCode < 500 && reply.code) assertDescribed(method, path, reply.code)
      return { status: response.statusCode, headers: response.headers, ...reply }
    },
    queuedMails: () => testStorage.queuedMails(shop.storage),
    countCharges: () => testStorage.countCharges(shop.storage),
    everything: () => testStorage.everything(shop.storage),
    addUpSales: async () => testStorage.addUpSales?.(shop.storage),
    mailbox,
    /** The file names of the pictures in requests for help, without temporary files (`.name`). */
    storedHelpPictures() {
      const folder = join(dataFolder, HELP_PICTURES_FOLDER)
      return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
    },
    /** Closes the shop and opens it again on the same storage, perhaps with changed options. */
    async restart(changed?: Partial<ShopApiOptions>) {
      await shop.close()
      shop = open(changed)
    },
    async close() {
      await shop.close()
      await mailbox.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

/** The calls with a pattern of their paths; those with fewer parameters first, as the router prefers them. */
const CALLS = Object.entries(shopApiEndpoints)
  .map(([name, endpoint]) => ({
    name,
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  .toSorted((one, other) => parametersOf(one.endpoint.path) - parametersOf(other.endpoint.path))

function parametersOf(path: string) {
  return path.split(':').length
}

/** Every refusal that a test meets must be one that the API reference names for the call. */
function assertDescribed(method: string, path: string, code: string) {
  const [pathname = ''] = path.split('?')
  const call = CALLS.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
  if (!call) return
  const codes: readonly string[] = errorsOf(call.name, call.endpoint)
  if (!codes.includes(code))
    throw new Error(`${call.name} answers ${code}, which shop-api-reference.ts does not name`)
}

type QueuedMail = { kind: string; key: string }

// oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, checked by the test that reads it
type ResponseBody = { data: any; code?: string; message?: string; details?: any }
