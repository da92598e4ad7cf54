import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { startStoreProcess } from '@nashta/store/store-process.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The scripts put their temporary files here. */
const temporaryFolder = () => join(folder, 'tmp')

async function runScript(script: 'backup' | 'restore-drill', dataFolder: string, ...args: string[]) {
  mkdirSync(temporaryFolder(), { recursive: true })
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataFolder, TMPDIR: temporaryFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise((resolve) => {
    child.once('close', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

it('a drill restores all rows of a running store; a backup needs a new folder and has its keys in another', async () => {
  const dataFolder = join(folder, 'data')
  const store = await startStoreProcess({ DATA_DIR: dataFolder })
  const { userId, accessToken } = await signUpShopper(store.url)
  const placed = await fetch(`${store.url}/api/purchases/${userId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [{ productId: 'chocolate-dark-70', quantity: 1 }],
      totalAmount: 249,
      paymentDetails: { method: 'cod' },
      shippingAddress: homeAddress,
    }),
  })
  expect(placed.status).toBe(201)

  expect(await runScript('restore-drill', dataFolder)).toEqual({
    code: 0,
    stderr: '',
    // There is one cart: the order created an empty cart for the shopper.
    stdout:
      'products: 45 restored, 45 before\ncarts: 1 restored, 1 before\norders: 1 restored, 1 before\n' +
      'users: 1 restored, 1 before\nThe backup was restored, and the store on it is ready\n',
  })

  mkdirSync(join(dataFolder, 'help-pictures'))
  const backup = join(folder, 'backup')
  // With the slash, the keys must not get into the folder of the accounts.
  expect(await runScript('backup', dataFolder, `${backup}/`)).toMatchObject({ code: 0 })
  expect(readdirSync(backup).toSorted()).toEqual([
    'help-pictures',
    'identity.sqlite',
    'images',
    'recommendations.sqlite',
    'shop.sqlite',
  ])
  expect(readdirSync(`${backup}-keys`).toSorted()).toEqual([
    'shop-secrets.json',
    'signing-keys.json',
    'user-pool.json',
  ])
  expect(statSync(backup).mode & 0o777).toBe(0o700)
  expect(await runScript('backup', dataFolder, backup)).toMatchObject({
    code: 1,
    stderr: `${backup} exists already: every backup needs a new folder\n`,
  })
  await store.stop()
}, 120_000)

it('a drill counts no users before the backup of a store without a database of users', async () => {
  const dataFolder = join(folder, 'data')
  const store = await startStoreProcess({ DATA_DIR: dataFolder })
  await store.stop()
  for (const file of readdirSync(dataFolder)) {
    if (file.startsWith('identity.sqlite')) rmSync(join(dataFolder, file))
  }

  const { code, stdout } = await runScript('restore-drill', dataFolder)
  expect(stdout).toContain('users: 0 restored, 0 before\n')
  expect(code).toBe(0)
}, 120_000)

it('only this user can enter the keys folder of a backup, also one that existed before', async () => {
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  new DatabaseSync(join(dataFolder, 'shop.sqlite')).close()
  const backup = join(folder, 'backup')
  mkdirSync(`${backup}-keys`, { mode: 0o755 })
  expect(await runScript('backup', dataFolder, backup)).toMatchObject({ code: 0, stderr: '' })
  expect(statSync(`${backup}-keys`).mode & 0o777).toBe(0o700)
})

it('a drill without a store or with a damaged database fails and leaves no temporary files', async () => {
  expect(await runScript('restore-drill', folder)).toMatchObject({
    code: 1,
    stderr: `The restore drill failed: There is no store in ${folder}: set DATA_DIR\n`,
  })
  writeFileSync(join(folder, 'shop.sqlite'), 'not a database'.repeat(1000))
  expect(await runScript('restore-drill', folder)).toMatchObject({
    code: 1,
    stderr: 'The restore drill failed: file is not a database\n',
  })
  expect(readdirSync(temporaryFolder())).toEqual([])
}, 60_000)

it('the drill fails where the restored store does not start; it leaves no temporary files', async () => {
  const database = new DatabaseSync(join(folder, 'shop.sqlite'))
  // The migrations fail, because they create these tables too.
  for (const table of ['products', 'carts', 'orders']) database.exec(`CREATE TABLE ${table} (id)`)
  database.close()
  const { code, stderr } = await runScript('restore-drill', folder)
  expect(stderr).toContain('The restore drill failed: the store does not start on the restored files')
  expect(code).toBe(1)
  expect(readdirSync(temporaryFolder())).toEqual([])
}, 60_000)
