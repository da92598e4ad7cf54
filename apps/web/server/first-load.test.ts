import { readdir, readFile, stat } from 'node:fs/promises'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const BUDGET_BYTES = 130_000
const CLIENT = new URL('../build/client', import.meta.url)

const product = aProduct()
const list = { data: { items: [product], total: 1, nextCursor: null } }

it.each([
  '/',
  '/collections/allproducts',
  '/collections/best-sellers',
  '/collections/new-arrivals',
  '/collections/suggested',
  `/product/${product.products_id}`,
  '/about',
  '/signin',
  '/signup',
  '/forgot-password',
  '/undo-email-change',
])('%s comes with at most 130 kB of scripts', async (path) => {
  const { app } = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      fetch: async (url) => Response.json(url.includes('/products?') ? list : { data: product }),
    }),
    publicUrl: 'https://snacks.example',
    realTimeSync: true,
    catalogueVersion: () => '1',
    rateLimitScale: 1,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  const { body, statusCode } = await app.inject(path)
  const scripts = new Set(body.match(/\/assets\/[\w.-]+\.js/g))
  const sizes = await Promise.all(
    [...scripts].map(async (name) => (await stat(new URL(`${CLIENT.href}${name}.br`))).size),
  )

  expect(statusCode).toBe(200)
  expect(scripts.size).toBeGreaterThan(5)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET_BYTES)
})

it('the chunks that run at once have the hint to compile them while they arrive', async () => {
  const names = await readdir(new URL(`${CLIENT.href}/assets`))
  const atOnce = names.filter((name) => /^(?:react|records)-[\w-]+\.js$/.test(name))
  const starts = await Promise.all(
    atOnce.map(async (name) =>
      (await readFile(new URL(`${CLIENT.href}/assets/${name}`), 'utf8')).slice(0, 29),
    ),
  )

  expect(starts).toEqual(['//# allFunctionsCalledOnLoad\n', '//# allFunctionsCalledOnLoad\n'])
})
