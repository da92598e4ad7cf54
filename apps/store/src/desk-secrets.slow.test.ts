import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { afterEach, expect, it } from 'vitest'
import { startRazorpayEmulator } from '../../shop-api/test-support/razorpay-emulator/start-emulator.ts'
import { apiOf } from './shop-api-client.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

const KEYS = {
  keyId: 'rzp_live_canary',
  keySecret: 'canary0key0secret0314159',
  webhookSecret: 'canary0webhook0secret0271828',
}
const SECRETS = [KEYS.keySecret, KEYS.webhookSecret]
/** In plain text, and as a header or a payload may have it. */
const SPELLINGS = SECRETS.flatMap((secret) => [secret, Buffer.from(secret).toString('base64').slice(0, -4)])

const foundIn = (contents: string) => SPELLINGS.filter((spelling) => contents.includes(spelling))
const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile())

const folder = mkdtempSync(join(tmpdir(), 'nashta-desk-secrets-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a secret that was written at the desk is in no response, log, export, file or backup in the clear', async () => {
  const data = join(folder, 'data')
  const emulator = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
  const settings = { DATA_DIR: data, RAZORPAY_URL: emulator.url, LOG_LEVEL: 'debug' }
  const store = await startStoreProcess(settings)
  let printed = ''
  store.child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  store.child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const account = await signUpShopper(store.url)
  const pool = openSqlitePoolAdmin(data, () => new Date())
  await pool.grant(account.email, 'admin')
  await pool.close()
  const { accessToken } = await signIn(store.url, account)
  const api = apiOf(store.url, accessToken)

  const wrong = await api('PUT', '/admin/connections/razorpay', { ...KEYS, keyId: 'rzp_live_other' })
  expect(wrong.status).toBe(409)
  const saved = await api('PUT', '/admin/connections/razorpay', KEYS)
  expect(saved.status).toBe(200)
  const paths = [
    '/admin/connections',
    '/admin/shop',
    '/admin/log',
    '/admin/today',
    '/admin/orders',
    `/account/${account.userId}/export`,
    '/shop',
    '/payment-methods',
    '/openapi.json',
  ]
  const replies = await Promise.all(
    paths.map(async (path) => {
      const headers = { authorization: `Bearer ${accessToken}` }
      return (await fetch(`${store.url}/api${path}`, { headers })).text()
    }),
  )
  const page = await (await fetch(store.url)).text()
  expect(foundIn(JSON.stringify([wrong, saved, replies]) + page)).toEqual([])

  const backUp = join(import.meta.dirname, '../../../scripts/backup.ts')
  await promisify(execFile)(process.execPath, [backUp, join(folder, 'copy')], { env: { DATA_DIR: data } })
  await store.stop()
  await emulator.close()
  expect(printed).toContain('/api/admin/connections/razorpay')
  expect(foundIn(printed)).toEqual([])
  const files = filesIn(folder)
  expect(files).toEqual(
    expect.arrayContaining(['data/shop.sqlite', 'copy/shop.sqlite', 'copy-keys/shop-secrets.json']),
  )
  // The key is apart from the backup of the database.
  expect(files).not.toContain('copy/shop-secrets.json')
  expect(statSync(join(data, 'shop-secrets.json')).mode & 0o777).toBe(0o600)
  expect(files.flatMap((name) => foundIn(readFileSync(join(folder, name), 'latin1')))).toEqual([])
})
