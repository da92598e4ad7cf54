import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { getProduct, listProducts } from '@nashta/contracts/product'
import { createAuthorise } from '@nashta/service-kit/authorise'
import { createLogger } from '@nashta/service-kit/logger'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shopMigrations } from '../adapters/sqlite/migrations.ts'
import { createSqliteProductStore } from '../adapters/sqlite/product-store.ts'
import { createApp } from '../create-app.ts'
import type { ProductStore } from './product-store.ts'
import { aProduct } from './product.fixture.ts'

let folder: string
let database: Database
let products: ProductStore
let app: ReturnType<typeof createApp>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-shop-api-'))
  database = openDatabase({
    path: join(folder, 'shop.sqlite'),
    migrations: shopMigrations,
    now: () => new Date(),
  })
  products = createSqliteProductStore(database)
  app = createApp({
    products,
    https: false,
    logger: createLogger({ service: 'shop-api', level: 'silent' }),
    authorise: createAuthorise(async () => null),
  })
})
afterEach(async () => {
  await app.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

it('GET /api/products answers the whole list as the contract says, prices in rupees', async () => {
  await products.fillIfEmpty([aProduct(), aProduct({ products_id: 'barfi', stock: 3 })])
  const response = await app.inject('/api/products')

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const { data } = listProducts.reply.parse(response.json())
  expect(data.map(({ products_id, price, stock }) => ({ products_id, price, stock }))).toEqual([
    { products_id: 'motichoor-laddoo', price: 279.5, stock: undefined },
    { products_id: 'barfi', price: 279.5, stock: 3 },
  ])
})

it('GET /api/products costs a 304 to those who have it, until the catalogue changes', async () => {
  const first = await app.inject({ url: '/api/products', headers: { 'accept-encoding': 'gzip, br' } })
  expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString())).toEqual({ data: [] })
  const etag = first.headers.etag ?? ''
  expect(etag).toMatch(/^"[\w-]+-br"$/)

  const poll = {
    url: '/api/products',
    headers: { 'accept-encoding': 'gzip, br', 'if-none-match': `W/"x", ${etag}` },
  }
  const second = await app.inject(poll)
  expect(second.statusCode).toBe(304)
  expect(second.body).toBe('')

  await products.fillIfEmpty([aProduct()])
  const third = await app.inject(poll)
  expect(third.statusCode).toBe(200)
  expect(third.headers.etag).not.toBe(etag)
})

it('GET /api/products/{id} finds by products_id and by id', async () => {
  await products.fillIfEmpty([aProduct({ id: '42' })])

  for (const id of ['motichoor-laddoo', '42']) {
    const response = await app.inject(`/api/products/${id}`)
    expect(response.statusCode).toBe(200)
    expect(getProduct.reply.parse(response.json()).data.name).toBe('Motichoor Laddoo')
  }
})

it.each([
  ['an unknown product', 'GET', '/api/products/nope', 404, 'PRODUCT_NOT_FOUND'],
  ['an unknown address', 'GET', '/api/nothing', 404, 'ROUTE_NOT_FOUND'],
  ['an id longer than any', 'GET', `/api/products/${'x'.repeat(129)}`, 400, 'VALIDATION_FAILED'],
  ['an address that cannot be read', 'GET', '/api/products/%E0%A4%A', 400, 'MALFORMED_REQUEST'],
  ['a method the address does not have', 'PATCH', '/api/products/nope', 405, 'METHOD_NOT_ALLOWED'],
] as const)('refuses %s', async (_case, method, url, status, code) => {
  const response = await app.inject({ method, url })

  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ code, message: expect.any(String) })
  expect(response.headers['x-request-id']).toEqual(expect.any(String))
})
