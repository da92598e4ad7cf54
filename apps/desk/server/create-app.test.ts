import { readdirSync, statSync } from 'node:fs'
import type { Shop } from '@nashta/contracts/shop/shop'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { beforeAll, expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const ASSETS = new URL('../build/client/assets/', import.meta.url)

/**
 * The budget for the scripts of all screens together, compressed with brotli. An operator opens
 * most screens in a day, and one screen needs less than 220 kB.
 */
const SCRIPT_BUDGET_BYTES = 289_000

let shop: Shop = aShop()
let open: (
  path: string,
  method?: 'GET' | 'POST',
) => Promise<{ statusCode: number; body: string; headers: object }>
beforeAll(async () => {
  const { app } = await createApp({
    https: false,
    imageHosts: ['cdn.example'],
    readShop: async () => shop,
    logger: createLogger({ service: 'desk', level: 'silent' }),
  })
  open = (url, method = 'GET') => app.inject({ url, method })
})

it.each(['/desk/', '/desk/products', '/desk/products/a%2Fb'])(
  '%s is the document of the desk',
  async (path) => {
    const { statusCode, body, headers } = await open(path)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Nashta desk</title>')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': expect.stringMatching(
        /script-src 'self' 'sha256-.*img-src 'self' blob: https:\/\/cdn\.example.*trusted-types mail-preview default/,
      ),
    })
  },
)

it("the document has the shop's name, colours and icon at once, also after a change", async () => {
  shop = aShop({ tradeName: 'Asha & <Daughters> $& "x"', colours: 'leaf' })
  const { body } = await open('/desk/')
  expect(body).toContain('<title>Asha &amp; &lt;Daughters&gt; $&amp; &quot;x&quot; desk</title>')
  expect(body).toContain('data-colours="leaf"')
  expect(body).toContain('<link rel="icon" href="/images/shop/leaf/icon/letter-a"/>')
  expect(body).not.toContain('Nashta')
  shop = aShop()
})

it('/desk without a slash at its end is redirected, with its query', async () => {
  const { statusCode, headers } = await open('/desk?x=1')
  expect(statusCode).toBe(301)
  expect(headers).toMatchObject({ location: '/desk/?x=1' })
})

it('a missing file is a 404, and a page accepts no POST', async () => {
  expect((await open('/desk/assets/none.js')).statusCode).toBe(404)
  expect((await open('/desk/products', 'POST')).statusCode).toBe(405)
})

it('all scripts of the desk together are within the budget', () => {
  const sizes = readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js.br'))
    .map((name) => statSync(new URL(name, ASSETS)).size)
  // Without this check, a build without scripts would pass.
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
})
