import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StoreSettings, startStoreProcess } from '@nashta/store/store-process.fixture'
import type { APIRequestContext } from '@playwright/test'
import { signedUpShopper, signInByCall } from './shopper.ts'
import { noisyTest } from './test.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** `close` stops a server that was started for the store, such as a payment provider. */
type PreparedStore = { settings: StoreSettings; close?: () => Promise<void> }

/** For journeys whose products and settings other journeys must not see. */
export function testWithOwnStore(settings: StoreSettings) {
  return testWithPreparedStore(async () => ({ settings }))
}

/** For journeys on a separate store that needs another server, or data before it starts. */
export function testWithPreparedStore(prepare: (dataFolder: string) => Promise<PreparedStore>) {
  return noisyTest.extend<
    object,
    { store: { url: string; dataFolder: string; welcomeUrl: string | undefined } }
  >({
    store: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this parameter
      async ({}, use) => {
        const dataFolder = mkdtempSync(join(tmpdir(), 'nashta-own-'))
        const { settings, close } = await prepare(dataFolder)
        const store = await startStoreProcess({ DATA_DIR: dataFolder, ...settings })
        await use({ url: store.url, dataFolder, welcomeUrl: store.welcomeUrl })
        await store.stop()
        await close?.()
        rmSync(dataFolder, { recursive: true })
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ store }, use) => use(store.url),
  })
}

/** Creates an admin, and returns the access token. */
export async function createAdminToken(request: APIRequestContext, dataFolder: string) {
  return (await signInByCall(request, await newOperator(request, dataFolder))).accessToken
}

/** Creates an account with a role at the desk. */
export async function newOperator(request: APIRequestContext, dataFolder: string, role = 'admin') {
  const shopper = await signedUpShopper(request)
  execFileSync(process.execPath, ['scripts/admin.ts', 'grant', shopper.email, role], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: dataFolder },
  })
  return shopper
}
