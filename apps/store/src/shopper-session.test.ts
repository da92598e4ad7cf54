import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shopperAt } from './shopper.fixture.ts'
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

it('who signs up, confirms and signs in fills a cart; after signing out the same token opens nothing', async () => {
  const pool = shopperAt(store.url, folder)
  const { sub, token } = await pool.signedIn()
  const products = await fetch(`${store.url}/api/products`)
  const { data } = (await products.json()) as { data: { products_id: string }[] }
  const addToCart = (userId: string) =>
    fetch(`${store.url}/api/carts/${userId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId: data[0]?.products_id, quantity: 2 }),
    })

  const added = await addToCart(sub)
  expect(added.status).toBeLessThan(300)
  expect(await added.json()).toMatchObject({ data: { totalItems: 2 } })
  expect((await addToCart(randomUUID())).status).toBe(403)

  await pool.call('GlobalSignOut', { AccessToken: token })
  expect((await addToCart(sub)).status).toBe(401)
})
