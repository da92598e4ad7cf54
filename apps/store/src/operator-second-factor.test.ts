import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from '@nashta/contracts/identity/second-factor'
import { callIdentity, signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-operator-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return typeof address === 'object' && address ? address.port : 0
}

async function adminAt(url: string) {
  const { email, password } = await signUpShopper(url)
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  await pool.grant(email)
  await pool.close()
  return { email, password }
}

/** Deletes a product that does not exist. The status 404 means that the caller may make admin calls. */
async function deleteNothing(url: string, accessToken: string) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(`${url}/api/products/no-such-snack`, { method: 'DELETE', headers })
  return { status: response.status, body: await response.json() }
}

it('with PUBLIC_URL an admin can shop at once, and make admin calls after two-step sign-in is on', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // A public store has no mailbox for the confirmation code, so the account is made in a private store.
  const privateStore = await startStoreProcess({ DATA_DIR: folder })
  const admin = await adminAt(privateStore.url)
  await privateStore.stop()
  const store = await startStoreProcess({
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: 'http://snacks.example',
  })
  const { accessToken: AccessToken, userId } = await signIn(url, admin)
  expect(await deleteNothing(url, AccessToken)).toEqual({
    status: 403,
    body: { code: 'FORBIDDEN', message: 'Please turn on two-step sign-in in your profile first' },
  })
  const headers = { authorization: `Bearer ${AccessToken}` }
  expect((await fetch(`${url}/api/carts/${userId}`, { headers })).status).toBe(200)

  const { text } = await callIdentity(url, associateSoftwareToken.target, { AccessToken })
  const { SecretCode } = associateSoftwareToken.response.parse(JSON.parse(text))
  const UserCode = codeOfStep(fromBase32(SecretCode), stepAt(new Date()))
  await callIdentity(url, verifySoftwareToken.target, { AccessToken, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await callIdentity(url, setUserMfaPreference.target, { AccessToken, SoftwareTokenMfaSettings })
  expect((await deleteNothing(url, AccessToken)).status).toBe(404)
  await store.stop()
})

it('without PUBLIC_URL an admin needs no second factor', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const { accessToken } = await signIn(store.url, await adminAt(store.url))
  expect((await deleteNothing(store.url, accessToken)).status).toBe(404)
  await store.stop()
})
