import { mkdtempSync, rmSync } from 'node:fs'
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

/** Makes an account in the store at this URL, and puts it into the admin group. */
async function createAdmin(url: string) {
  const { email, password } = await signUpShopper(url)
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  await pool.grant(email)
  await pool.close()
  return { email, password }
}

/**
 * Makes an admin call, which deletes a product that does not exist. The status 404 means that the
 * caller may make admin calls.
 */
async function makeAdminCall(url: string, accessToken: string) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(`${url}/api/products/no-such-snack`, { method: 'DELETE', headers })
  return { status: response.status, body: await response.json() }
}

it('with PUBLIC_URL an admin can shop at once, but admin calls need a second factor', async () => {
  // A public store has no mailbox with the confirmation code, so a private store makes the account.
  const privateStore = await startStoreProcess({ DATA_DIR: folder })
  const admin = await createAdmin(privateStore.url)
  await privateStore.stop()
  const store = await startStoreProcess({ DATA_DIR: folder, PUBLIC_URL: 'http://snacks.example' })
  const { url } = store
  const { accessToken: AccessToken, userId } = await signIn(url, admin)
  expect(await makeAdminCall(url, AccessToken)).toEqual({
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
  expect((await makeAdminCall(url, AccessToken)).status).toBe(404)
  await store.stop()
})

it('without PUBLIC_URL an admin needs no second factor', async () => {
  const store = await startStoreProcess({ DATA_DIR: folder })
  const { accessToken } = await signIn(store.url, await createAdmin(store.url))
  expect((await makeAdminCall(store.url, accessToken)).status).toBe(404)
  await store.stop()
})
