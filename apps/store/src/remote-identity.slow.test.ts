import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startServiceForTest } from './service-process.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-remote-identity-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a store with a user pool in another process responds 503 after that has ended', async () => {
  const identity = await startServiceForTest('identity', { DATA_DIR: folder })
  expect(await (await fetch(`${identity.origin}/readyz`)).json()).toEqual({
    status: 'ready',
    checks: { userPool: 'ok' },
  })
  const pool = JSON.parse(readFileSync(join(folder, 'user-pool.json'), 'utf8')) as Record<string, string>
  const store = await startStoreProcess({
    IDENTITY_URL: identity.origin,
    USER_POOL_ID: pool['poolId'] ?? '',
    USER_POOL_CLIENT_ID: pool['clientId'] ?? '',
    USER_POOL_CLIENT_SECRET: pool['clientSecret'] ?? '',
  })
  // The pool sends the mails of a sign-up, so they are in the mailbox of its process.
  const mailbox = `${identity.origin}/dev/mailbox`
  const { userId, accessToken } = await signUpShopper(store.url, {}, { mailbox })
  const readCart = () =>
    fetch(`${store.url}/api/carts/${userId}`, { headers: { authorization: `Bearer ${accessToken}` } })

  expect((await readCart()).status).toBe(200)
  expect((await fetch(`${store.url}/readyz`)).status).toBe(200)
  expect(await identity.stop()).toBe(0)
  // The store caches for some seconds that a session is valid, so the 503 comes only after that.
  await expect.poll(async () => (await readCart()).status, { timeout: 10_000 }).toBe(503)
  expect((await readCart()).headers.get('retry-after')).toBe('2')
  await store.stop()
})
