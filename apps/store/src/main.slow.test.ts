import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkWelcomeLink } from '@nashta/contracts/identity/first-administrator'
import { callIdentity, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { bareEnvironment } from '@nashta/service-kit/process/bare-environment.fixture'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  refusal,
  runStoreToItsEnd,
  spawnStore,
  startStoreProcess,
  waitForUrl,
} from './store-process.fixture.ts'

/** The permission bits that let every user read and enter a folder. */
const READABLE_BY_OTHERS = 0o005

/** Whether every user may read the folder and all folders above it. */
function canOthersRead(folder: string): boolean {
  const isReadable = (statSync(folder).mode & READABLE_BY_OTHERS) === READABLE_BY_OTHERS
  const parent = dirname(folder)
  const isRoot = folder === parent
  return isReadable && (isRoot || canOthersRead(parent))
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-main-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a store on an empty data folder', () => {
  it('prints a new link to the first account at each start, until the account is made', async () => {
    const first = await startStoreProcess({ DATA_DIR: folder, LOG_LEVEL: 'trace' })
    const { stderr } = await first.stop()
    expect(first.welcomeUrl).toMatch(new RegExp(`^${first.url}/desk/welcome#[\\w-]{43}$`))
    // Logs are read by more people than a terminal.
    expect(stderr).not.toContain('welcome#')

    const store = await startStoreProcess({ DATA_DIR: folder })
    expect((await fetch(`${store.url}/desk/welcome`)).status).toBe(200)
    const [oldToken = '', newToken] = [first, store].map(({ welcomeUrl }) => welcomeUrl?.split('#')[1])
    expect(newToken).not.toBe(oldToken)
    const { status } = await callIdentity(store.url, checkWelcomeLink.target, { WelcomeToken: oldToken })
    expect(status).toBe(400)
    const { email } = await signUpShopper(store.url)
    await store.stop()

    const terminal = openSqlitePoolAdmin(folder, () => new Date())
    await terminal.grant(email)
    await terminal.close()
    const last = await startStoreProcess({ DATA_DIR: folder })
    expect((await last.stop()).stdout).toBe(`Nashta is ready at ${last.url}\n`)
  })

  it('logs one line for each part that it probes at the start', async () => {
    const store = await startStoreProcess({ LOG_LEVEL: 'info' })
    const { stderr } = await store.stop()
    const checks = parseMessages(stderr).filter((line) => line.startsWith('Health check: '))
    expect(checks).toEqual(
      ['shopApi', 'userPool', 'recommendations', 'images'].map((part) => `Health check: ${part} is healthy`),
    )
  })

  it('logs routes and the use of the page cache in debug mode, and no shopper data', async () => {
    const store = await startStoreProcess({ DEBUG_MODE: 'true' })
    await fetch(`${store.url}/api/carts/asha%40example.in`)
    for (let visit = 0; visit < 2; visit += 1) await fetch(`${store.url}/about?next=asha`)
    const { stderr } = await store.stop()

    expect(stderr).toContain('"method":"GET","route":"/api/carts/:userId","status":401,"ms":')
    expect(parseMessages(stderr)).toEqual(expect.arrayContaining(['page cache miss', 'page cache hit']))
    expect(stderr).not.toContain('asha')
  })

  it('lets its pages show pictures of the hosts in IMAGE_HOSTS', async () => {
    const store = await startStoreProcess({ IMAGE_HOSTS: 'cdn.example' })
    const { headers } = await fetch(store.url)
    expect(headers.get('content-security-policy')).toContain("img-src 'self' blob: https://cdn.example;")
    await store.stop()
  })

  it('keeps its catalogue over a restart', async () => {
    const first = await startStoreProcess({ DATA_DIR: folder })
    const before = await (await fetch(`${first.url}/api/products`)).text()
    await first.stop('SIGINT')

    const second = await startStoreProcess({ DATA_DIR: folder })
    expect(await (await fetch(`${second.url}/api/products`)).text()).toBe(before)
    await second.stop()
  })
})

/** The message of each line of a log. */
function parseMessages(stderr = ''): string[] {
  return stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
}

it('a store with CLOUD=aws says which part it cannot reach, and keeps trying', async () => {
  const aws = {
    CLOUD: 'aws',
    USER_POOL_ID: 'us-east-2_StandIn01',
    USER_POOL_CLIENT_ID: 'client',
    USER_POOL_CLIENT_SECRET: 'secret',
    IDENTITY_POOL_ID: 'us-east-2:00000000-0000-4000-8000-000000000000',
    PRODUCTS_TABLE_NAME: 'products',
    CARTS_TABLE_NAME: 'carts',
    PURCHASES_TABLE_NAME: 'purchases',
    IMAGES_BUCKET: 'pictures',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@snacks.example',
    PUBLIC_URL: 'http://snacks.example',
    STOP_DELAY_SECONDS: '0',
    // Nothing listens at this address.
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:1',
  }
  const store = spawnStore({ DATA_DIR: folder, LOG_LEVEL: 'warn', ...aws })
  const ended = once(store, 'exit')
  let stderr = ''
  store.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const failure = '"Health check: dynamodb is not healthy; trying again"'
  const countFailures = () => stderr.split(failure).length - 1

  await expect.poll(countFailures, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  expect(store.exitCode).toBeNull()
  store.kill()
  expect(await ended).toEqual([0, null])
}, 30_000)

describe('the error line of a store that cannot start', () => {
  // File permissions do not apply to root. If root runs the test, the store runs as a user without
  // rights (uid 65534). The test is skipped if that user cannot read the code of the store.
  const isRunByRoot = process.getuid?.() === 0
  const user = isRunByRoot ? { uid: 65_534 } : {}

  it.skipIf(isRunByRoot && !canOthersRead(import.meta.dirname))(
    'names a data folder that is read-only',
    async () => {
      chmodSync(folder, 0o555)

      const end = await runStoreToItsEnd({ DATA_DIR: folder }, user)
      expect(end).toEqual(
        refusal(`The data folder ${folder} cannot be written (EACCES): make it writable or set DATA_DIR`),
      )
    },
  )

  it('names a data folder that is a file', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')

    expect((await runStoreToItsEnd({ DATA_DIR: path })).stderr).toContain(
      `The data folder ${path} cannot be written`,
    )
  })

  it('names a data folder that another store uses', async () => {
    const store = await startStoreProcess({ DATA_DIR: folder })
    expect(await runStoreToItsEnd({ DATA_DIR: folder })).toEqual(
      refusal(`Another store uses the data folder ${folder}: stop it, or set DATA_DIR to another`),
    )
    // A killed store does not keep its folder locked.
    await store.stop('SIGKILL')
    const next = await startStoreProcess({ DATA_DIR: folder })
    await next.stop()
  })

  it('names a database that is corrupt', async () => {
    const path = join(folder, 'shop.sqlite')
    writeFileSync(path, 'not a database '.repeat(400))

    expect(await runStoreToItsEnd({ DATA_DIR: folder })).toEqual(
      refusal(`The database file ${path} is corrupt; restore it from a backup or move it away`),
    )
  })

  it.each([
    [
      'LOG_LEVEL',
      'loud',
      'Bad setting: LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ],
    ['HOST', '203.0.113.7', 'HOST "203.0.113.7" is not an address of this machine'],
    ['SHOP_API_URL', 'ftp://x', 'Bad setting: SHOP_API_URL must be an http or https address'],
    [
      'S3_ENDPOINT',
      'http://127.0.0.1:1',
      'Bad setting: S3_ENDPOINT is set but CLOUD is not aws, so nothing would use it',
    ],
  ])('says why the setting %s cannot be %s', async (name, value, reason) => {
    expect(await runStoreToItsEnd({ DATA_DIR: folder, [name]: value })).toEqual(refusal(reason))
  })
})

const RUN_SCRIPT = join(import.meta.dirname, '../../../scripts/run.mjs')
/** The shell command of `npm start`. */
const START_STORE = `"${process.execPath}" "${RUN_SCRIPT}" scripts/start.ts`

it.each([
  // With `exec`, the run script replaces the shell. With a second command, the shell waits for it.
  ['the run script that started it', `exec ${START_STORE}`],
  ['the shell around its run script', `${START_STORE}; true`],
])('a store ends when %s is killed', async (_case, command) => {
  const starter = spawn('sh', ['-c', command], {
    env: bareEnvironment({ DATA_DIR: folder }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await waitForUrl(starter)
  starter.kill('SIGKILL')

  await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'gone'), { timeout: 10_000 }).toBe('gone')
})
