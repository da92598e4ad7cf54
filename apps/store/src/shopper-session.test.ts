import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callIdentity, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { globalSignOut } from '@nashta/contracts/identity/user-pool'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

let folder: string
let store: Awaited<ReturnType<typeof startStoreProcess>>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-session-'))
  store = await startStoreProcess({ DATA_DIR: folder })
})
afterEach(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

it('a new shopper can fill only their own cart, and only until they sign out', async () => {
  const { userId, accessToken } = await signUpShopper(store.url)
  const products = await fetch(`${store.url}/api/products`)
  const { data } = (await products.json()) as { data: { products_id: string }[] }
  const addToCart = (owner: string) =>
    fetch(`${store.url}/api/carts/${owner}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ productId: data[0]?.products_id, quantity: 2 }),
    })

  const added = await addToCart(userId)
  expect(added.status).toBeLessThan(300)
  expect(await added.json()).toMatchObject({ data: { totalItems: 2 } })
  const otherShopper = randomUUID()
  expect((await addToCart(otherShopper)).status).toBe(403)

  await callIdentity(store.url, globalSignOut.target, { AccessToken: accessToken })
  expect((await addToCart(userId)).status).toBe(401)
})
