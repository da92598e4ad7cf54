import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSigningKeys, rotateSigningKeys } from './signing-key-file.ts'

const SECOND = 1000
const HOUR = 60 * 60 * SECOND

let folder: string
let clock: number
const now = () => new Date(clock)
beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
  folder = mkdtempSync(join(tmpdir(), 'nashta-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the first start creates two signing keys, readable by their owner only, and later starts load them', async () => {
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
  clock += SECOND

  const fresh = [keys.current('access').kid, keys.current('id').kid]
  expect(new Set([...old, ...fresh]).size).toBe(4)
  expect(keys.publicKeySet().keys.map(({ kid }) => kid)).toEqual([...fresh, ...old])
  for (const kid of [...old, ...fresh]) expect(keys.publicKey(kid)).not.toBeNull()

  clock += HOUR
  expect(keys.publicKeySet().keys.map(({ kid }) => kid)).toEqual(fresh)
  expect(keys.publicKey(old[0] ?? '')).toBeNull()
  expect(keys.publicKey('an-unknown-key-id')).toBeNull()
})

it('a leaked key is refused after a rotation that refuses old tokens', async () => {
  const keys = await openSigningKeys(folder, now)
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += SECOND
  const old = keys.publicKeySet().keys.map(({ kid = '' }) => kid)
  await rotateSigningKeys(folder, now(), { refuseOldTokens: true })
  clock += SECOND

  for (const kid of old) expect(keys.publicKey(kid)).toBeNull()
  expect(keys.publicKeySet().keys).toHaveLength(2)
})

it('rotated keys are noticed although the clock was set back', async () => {
  const keys = await openSigningKeys(folder, now)
  const { kid } = keys.current('access')
  clock -= HOUR
  await rotateSigningKeys(folder, now(), { refuseOldTokens: true })
  expect(keys.publicKey(kid)).toBeNull()
})

it('a key that was retired by one rotation is still valid after a second one', async () => {
  const keys = await openSigningKeys(folder, now)
  const { kid } = keys.current('access')
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += HOUR / 2
  await rotateSigningKeys(folder, now(), { refuseOldTokens: false })
  clock += SECOND
  expect(keys.publicKey(kid)).not.toBeNull()
  expect(keys.publicKeySet().keys).toHaveLength(6)
})

it('a damaged key file is named in the error, and a missing one cannot be rotated', async () => {
  await expect(rotateSigningKeys(folder, now(), { refuseOldTokens: false })).rejects.toThrow(
    'There are no signing keys',
  )
  writeFileSync(join(folder, 'signing-keys.json'), '{"access":')
  await expect(openSigningKeys(folder, now)).rejects.toThrow('signing-keys.json is damaged')
})
