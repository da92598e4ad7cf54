import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSigningKeys, rotateSigningKeys } from './signing-key-file.ts'

/** The interval in which a running pool checks the file for rotated keys. */
const CHECK_FILE_EVERY_MS = 1000
const TOKEN_LIFETIME_MS = ACCESS_TOKEN_LIFETIME_SECONDS * 1000

let folder: string
let clock: number
const now = () => new Date(clock)
beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
  folder = mkdtempSync(join(tmpdir(), 'nashta-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the first start creates a private file with two keys, and later starts load it', async () => {
  const first = await openSigningKeys(folder, now)
  expect(first.current('access').kid).not.toBe(first.current('id').kid)
  expect(first.publicKeySet().keys).toHaveLength(2)
  expect(statSync(join(folder, 'signing-keys.json')).mode & 0o777).toBe(0o600)

  const second = await openSigningKeys(folder, now)
  expect(second.publicKeySet()).toEqual(first.publicKeySet())
})

it('a running pool uses rotated keys after a second, and publishes the old ones until their last token expires', async () => {
  const keys = await openSigningKeys(folder, now)
  const old = [keys.current('access').kid, keys.current('id').kid]
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += CHECK_FILE_EVERY_MS

  const fresh = [keys.current('access').kid, keys.current('id').kid]
  expect(new Set([...old, ...fresh]).size).toBe(4)
  expect(keys.publicKeySet().keys.map(({ kid }) => kid)).toEqual([...fresh, ...old])
  for (const kid of [...old, ...fresh]) expect(keys.publicKey(kid)).not.toBeNull()

  clock += TOKEN_LIFETIME_MS
  expect(keys.publicKeySet().keys.map(({ kid }) => kid)).toEqual(fresh)
  expect(keys.publicKey(old[0] ?? '')).toBeNull()
  expect(keys.publicKey('an-unknown-key-id')).toBeNull()
})

it('a rotation that refuses old tokens removes all earlier keys, also retired ones', async () => {
  const keys = await openSigningKeys(folder, now)
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += CHECK_FILE_EVERY_MS
  const old = keys.publicKeySet().keys.map(({ kid = '' }) => kid)
  await rotateSigningKeys(folder, now(), { refuseOldTokens: true })
  clock += CHECK_FILE_EVERY_MS

  for (const kid of old) expect(keys.publicKey(kid)).toBeNull()
  expect(keys.publicKeySet().keys).toHaveLength(2)
})

it('rotated keys are noticed although the clock was set back', async () => {
  const keys = await openSigningKeys(folder, now)
  const { kid } = keys.current('access')
  clock -= 10 * CHECK_FILE_EVERY_MS
  await rotateSigningKeys(folder, now(), { refuseOldTokens: true })
  expect(keys.publicKey(kid)).toBeNull()
})

it('a key is still valid after two rotations within the lifetime of its tokens', async () => {
  const keys = await openSigningKeys(folder, now)
  const { kid } = keys.current('access')
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += TOKEN_LIFETIME_MS / 2
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += CHECK_FILE_EVERY_MS
  expect(keys.publicKey(kid)).not.toBeNull()
  // The current pair and the pairs that the two rotations retired.
  expect(keys.publicKeySet().keys).toHaveLength(3 * 2)
})

it('keys that do not exist yet cannot be rotated', async () => {
  await expect(rotateSigningKeys(folder, now(), { refuseOldTokens: false })).rejects.toThrow(
    'There are no signing keys',
  )
})

it('the error about a damaged key file names the file', async () => {
  writeFileSync(join(folder, 'signing-keys.json'), '{"access":')
  await expect(openSigningKeys(folder, now)).rejects.toThrow('signing-keys.json is damaged')
})
