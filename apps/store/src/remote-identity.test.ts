import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shopperAt } from './shopper.fixture.ts'
import { readyUrl, startStoreProcess } from './store-process.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-remote-identity-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function startIdentity() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../identity/src/main.ts')], {
    env: { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
  })
  const { origin } = new URL(await readyUrl(child))
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

it('a store takes shoppers from a user pool that runs alone, and says so when that goes away', async () => {
  const identity = await startIdentity()
  expect(await (await fetch(`${identity.origin}/readyz`)).json()).toEqual({
    status: 'ready',
    checks: { userPool: 'ok' },
  })
  const made = JSON.parse(readFileSync(join(folder, 'user-pool.json'), 'utf8')) as Record<string, string>
  const store = await startStoreProcess({
    IDENTITY_URL: identity.origin,
    USER_POOL_ID: made['poolId'] ?? '',
    USER_POOL_CLIENT_ID: made['clientId'] ?? '',
    USER_POOL_CLIENT_SECRET: made['clientSecret'] ?? '',
  })
  const shopper = await shopperAt(identity.origin, folder).signedIn()
  const readCart = () =>
    fetch(`${store.url}/api/carts/${shopper.sub}`, { headers: { authorization: `Bearer ${shopper.token}` } })

  expect((await readCart()).status).toBe(200)
  expect((await fetch(`${store.url}/readyz`)).status).toBe(200)
  expect(await identity.stop()).toBe(0)
  await expect.poll(async () => (await readCart()).status, { timeout: 10_000 }).toBe(503)
  await store.stop()
})
