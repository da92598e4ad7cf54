import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-operators-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('an admin gives a role in the user pool of the store, and takes it away with all sessions', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const call = async (accessToken: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${store.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const [boss, asha] = [await signUpShopper(store.url), await signUpShopper(store.url)]
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  await pool.grant(boss.email)
  await pool.close()
  const admin = await signIn(store.url, boss)
  const shopper = await signIn(store.url, asha)
  expect((await call(shopper.accessToken, 'GET', '/admin/log')).status).toBe(403)

  const granted = await call(admin.accessToken, 'POST', '/admin/operators', {
    email: asha.email,
    role: 'accountant',
  })
  expect(granted.status).toBe(200)
  const accountant = await signIn(store.url, asha)
  expect(await call(accountant.accessToken, 'GET', '/admin/log')).toMatchObject({
    status: 200,
    body: {
      data: {
        entries: [
          {
            kind: 'operator',
            subject: asha.email,
            action: 'grant',
            by: { email: boss.email },
            changes: { roles: { from: [], to: ['accountant'] } },
          },
        ],
      },
    },
  })
  expect((await call(accountant.accessToken, 'GET', '/admin/operators')).status).toBe(403)

  const path = `/admin/operators/${asha.email}/accountant`
  expect((await call(admin.accessToken, 'DELETE', path)).status).toBe(200)
  expect((await call(accountant.accessToken, 'GET', '/admin/log')).status).toBe(401)
  await store.stop()
})
