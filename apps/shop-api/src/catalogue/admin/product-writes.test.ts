import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { createProduct, deleteProduct, updateProduct } from '@nashta/contracts/catalogue/product-writes'
import { asPaise } from '@nashta/contracts/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loggedChanges } from '../../operator-log/operator-log.fixture.ts'
import { ADMIN, openTestCatalogue, SHOPPER } from '../catalogue.fixture.ts'
import { aProduct, FACTS } from '../product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>
beforeEach(() => {
  test = openTestCatalogue()
})
afterEach(() => test.close())

type Method = 'POST' | 'PUT' | 'DELETE'

async function call(method: Method, url: string, body?: object, headers: Record<string, string> = ADMIN) {
  const response = await test.app.inject({ method, url: `/api${url}`, headers, ...(body && { body }) })
  return {
    status: response.statusCode,
    etag: response.headers.etag,
    body: response.json() as { data?: object; code?: string; message?: string },
  }
}

// `openTestCatalogue` ends the ids of new products with `-1a2b`, and allows pictures from
// cdn.example.

/** The time of the clock in `openTestCatalogue`. */
const NOW = '2026-03-01T06:30:00.000Z'
/** The author in the log of changes that were made with the headers `ADMIN`. */
const ADMIN_AUTHOR = { sub: 'sub-of-asha', username: 'asha', email: null }

describe('a request without the token of an admin', () => {
  it.each([
    ['POST', '/products', { name: 'x', price: 1 }],
    ['PUT', '/products/motichoor-laddoo', { name: 'x' }],
    ['DELETE', '/products/motichoor-laddoo', undefined],
    ['POST', '/products', { nonsense: true }],
    ['DELETE', '/products/nope', undefined],
  ] as const)('cannot %s %s with %j', async (method, url, body) => {
    await test.products.fillIfEmpty([aProduct()])
    const before = test.products.latestChange()

    expect((await call(method, url, body, {})).status).toBe(401)
    expect(await call(method, url, body, SHOPPER)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(test.products.latestChange()).toEqual(before)
    expect(await loggedChanges(test.log, 'product', 'motichoor-laddoo')).toEqual([])
  })
})

describe('POST /api/products', () => {
  it('a product is stored with its time, a new id and a log entry', async () => {
    const { status, body } = await call('POST', '/products', { name: ' Crème Box ', price: '72.50' })

    expect(status).toBe(201)
    const { data } = parseExactly(createProduct.reply, body)
    expect(data).toEqual({
      products_id: 'creme-box-1a2b',
      name: 'Crème Box',
      description: '',
      price: 72.5,
      imageUrl: '',
      images: [],
      imageKeys: [],
      category: 'Uncategorized',
      createdAt: NOW,
      updatedAt: NOW,
    })
    expect((await test.app.inject('/api/products/creme-box-1a2b')).json()).toEqual({ data })
    expect((await test.app.inject('/api/products')).json()).toEqual({ data: [data] })
    expect(await loggedChanges(test.log, 'product', 'creme-box-1a2b')).toEqual([
      expect.objectContaining({
        action: 'create',
        by: ADMIN_AUTHOR,
        at: NOW,
        changes: expect.objectContaining({ pricePaise: { from: null, to: 7250 } }),
      }),
    ])
  })

  it('fields that an admin may not set are ignored', async () => {
    const { body } = await call('POST', '/products', {
      products_id: 'a',
      name: 'x',
      price: 1,
      createdAt: '1970-01-01T00:00:00.000Z',
      position: 0,
      revision: 99,
      isAdmin: true,
    })
    expect(parseExactly(createProduct.reply, body).data.createdAt).toBe(NOW)
  })

  it.each([
    ['products_id', 'products_id', { products_id: 'a' }],
    ['products_id', 'id', { products_id: '1' }],
    ['id', 'id', { products_id: 'b', id: '1' }],
    ['id', 'products_id', { products_id: 'b', id: 'a' }],
  ])('refuses a product whose %s is the %s of another product', async (_field, _otherField, ids) => {
    await test.products.fillIfEmpty([aProduct({ products_id: 'a', id: '1' })])
    const response = await call('POST', '/products', { name: 'x', price: 1, ...ids })

    expect(response).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_EXISTS', message: expect.any(String) },
    })
    expect(await test.products.list()).toHaveLength(1)
  })

  it.each([
    ['price', { name: 'x', price: '1,000' }],
    ['price', { name: 'x', price: '' }],
    ['price', { name: 'x', price: 'abc' }],
    ['price', { name: 'x' }],
    ['name', { price: 1 }],
    ['imageUrl', { name: 'x', price: 1, imageUrl: 'javascript:alert(1)' }],
    ['images.0', { name: 'x', price: 1, images: ['http://tracker.example/a.gif'] }],
    ['products_id', { name: 'x', price: 1, products_id: '../admin' }],
    ['stock', { name: 'x', price: 1, stock: -1 }],
  ])('refuses a bad %s in %j', async (field, product) => {
    const { status, body } = await call('POST', '/products', product)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(body.message).toMatch(new RegExp(`^body\\.${field}: .`))
    expect(await test.products.isEmpty()).toBe(true)
  })
})

describe('pictures of other hosts', () => {
  it.each([
    ['imageUrl', 'tracker.example', { imageUrl: 'https://tracker.example/a.gif' }],
    [
      'images.1',
      'tracker.example',
      { images: ['https://cdn.example/a.webp', 'https://tracker.example/a.gif'] },
    ],
    [
      'imageUrl',
      'cdn.example.tracker.example',
      { imageUrl: 'https://cdn.example.tracker.example/cdn.example' },
    ],
  ])('are refused in %s when they come from %s, which is not allowed', async (field, host, pictures) => {
    await test.products.fillIfEmpty([aProduct()])
    const refused = {
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        message: `body.${field}: This store shows no pictures from ${host}`,
      },
    }

    expect(await call('POST', '/products', { name: 'x', price: 1, ...pictures })).toMatchObject(refused)
    expect(await call('PUT', '/products/motichoor-laddoo', pictures)).toMatchObject(refused)
    expect(await test.products.list()).toEqual([aProduct()])
  })

  it('are stored when their host is allowed, like pictures of the store itself', async () => {
    const pictures = {
      imageUrl: 'https://cdn.example/a.webp',
      images: ['https://cdn.example/a.webp', '/images/laddoo-1.webp'],
    }
    const product = { products_id: 'a', name: 'x', price: 1 }

    expect((await call('POST', '/products', { ...product, ...pictures })).body.data).toMatchObject(pictures)
    expect((await call('PUT', '/products/a', pictures)).body.data).toMatchObject(pictures)
  })
})

describe('PUT /api/products/{id}', () => {
  beforeEach(() => test.products.fillIfEmpty([aProduct({ id: '42', stock: 3 })]))

  it.each(['motichoor-laddoo', '42'])(
    'the given fields change in the product with the products_id or id %s',
    async (id) => {
      const { status, body } = await call('PUT', `/products/${id}`, { price: '95', stock: null })

      expect(status).toBe(200)
      const { data } = parseExactly(updateProduct.reply, body)
      expect(data).toMatchObject({ name: 'Motichoor Laddoo', price: 95, updatedAt: NOW })
      expect(data).not.toHaveProperty('stock')
      expect(await loggedChanges(test.log, 'product', 'motichoor-laddoo')).toEqual([
        {
          action: 'update',
          kind: 'product',
          subject: 'motichoor-laddoo',
          by: ADMIN_AUTHOR,
          at: NOW,
          changes: { pricePaise: { from: 27_950, to: 9500 }, stock: { from: 3, to: null } },
        },
      ])
    },
  )

  it('ids and times in the request are ignored', async () => {
    const { body } = await call('PUT', '/products/42', {
      products_id: 'stolen',
      id: 'stolen',
      createdAt: '1970-01-01T00:00:00.000Z',
      updatedAt: '1970-01-01T00:00:00.000Z',
      name: 'New',
    })
    expect(parseExactly(updateProduct.reply, body).data).toMatchObject({
      products_id: 'motichoor-laddoo',
      id: '42',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: NOW,
    })
  })

  it('the response is 404 for an unknown product and 400 for a bad price', async () => {
    expect(await call('PUT', '/products/nope', { name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'PRODUCT_NOT_FOUND' },
    })
    expect(await call('PUT', '/products/42', { price: 'NaN' })).toMatchObject({ status: 400 })
    expect(await loggedChanges(test.log, 'product', 'motichoor-laddoo')).toEqual([])
  })
})

async function readEtag(encoding = 'identity') {
  const response = await test.app.inject({
    url: '/api/products/motichoor-laddoo',
    headers: { 'accept-encoding': encoding },
  })
  return response.headers.etag ?? ''
}
const put = (body: object, etag: string) => call('PUT', '/products/42', body, { ...ADMIN, 'if-match': etag })

describe('PUT /api/products/{id} with If-Match', () => {
  beforeEach(() => test.products.fillIfEmpty([aProduct({ id: '42', stock: 3 })]))

  it.each(['identity', 'gzip', 'br'])(
    'changes a product that was read with the encoding %s and has not changed since',
    async (encoding) => {
      const response = await put({ price: 95 }, await readEtag(encoding))
      expect(response).toMatchObject({ status: 200, body: { data: { price: 95, stock: 3 } } })
    },
  )

  it('a sale between reading and writing is not overwritten', async () => {
    const etag = await readEtag('br')
    const product = (await test.app.inject('/api/products/42')).json<{ data: object }>().data
    await test.takeStock('motichoor-laddoo', 1)

    expect(await put({ ...product, price: 95 }, etag)).toMatchObject({
      status: 412,
      body: { code: 'PRODUCT_CHANGED', message: 'The product has changed since; read it again' },
    })
    expect(await test.products.find('42')).toEqual(aProduct({ id: '42', stock: 2 }))
    expect(await put({ ...product, price: 95, stock: 2 }, await readEtag())).toMatchObject({ status: 200 })
  })

  it.each([
    ['changes nothing', {}],
    ['changes the price', { price: 95 }],
    ['removes the stock', { stock: null }],
  ])('the response to an update that %s has the ETag for the next update', async (_case, body) => {
    const { etag = '' } = await put(body, await readEtag())
    expect(etag).toBe(await readEtag())
    expect(await put({ name: 'Next' }, etag)).toMatchObject({ status: 200 })
  })

  it('* matches any version, and a value that is no ETag of a product is refused', async () => {
    expect(await put({ price: 95 }, '*')).toMatchObject({ status: 200 })
    const weak = `W/${await readEtag()}`
    for (const etag of [weak, '"7"', 'x', `${await readEtag()}, "7"`]) {
      expect(await put({ price: 1 }, etag)).toMatchObject({
        status: 400,
        body: { message: 'header.if-match: must be the ETag of a product' },
      })
    }
    expect(await test.products.find('42')).toMatchObject({ pricePaise: 9500 })
  })
})

describe('DELETE /api/products/{id}', () => {
  it('the product is removed once', async () => {
    await test.products.fillIfEmpty([aProduct({ id: '42' })])
    const { status, body } = await call('DELETE', '/products/42')

    expect(status).toBe(200)
    expect(parseExactly(deleteProduct.reply, body).data).toEqual({ products_id: 'motichoor-laddoo' })
    expect((await test.app.inject('/api/products')).json()).toEqual({ data: [] })
    expect(await loggedChanges(test.log, 'product', 'motichoor-laddoo')).toMatchObject([
      { action: 'delete', by: ADMIN_AUTHOR, at: NOW },
    ])
    expect(await call('DELETE', '/products/42')).toMatchObject({
      status: 404,
      body: { code: 'PRODUCT_NOT_FOUND' },
    })
  })
})

describe('the facts of a product', () => {
  const facts = { mrp: 299, diet: 'veg', ingredients: 'Gram flour, sugar, ghee', gstRate: 5 }

  it('are all in the response with one product, and lists leave out the details', async () => {
    const { body } = await call('POST', '/products', { name: 'Laddoo', price: 279, ...facts })
    expect(body.data).toMatchObject(facts)

    const { data: one } = (await test.app.inject('/api/products/laddoo-1a2b')).json()
    expect(one).toEqual(body.data)
    const { data: list } = (await test.app.inject('/api/products')).json()
    expect(list).toMatchObject([{ mrp: 299, diet: 'veg' }])
    expect(list[0]).not.toHaveProperty('ingredients')
    expect(list[0]).not.toHaveProperty('gstRate')
  })

  it('a price above the MRP is refused with both amounts in the message, and nothing is stored', async () => {
    const message = 'body.price: The price ₹300 is above the MRP ₹299'
    const refusal = { status: 400, body: { code: 'VALIDATION_FAILED', message } }
    expect(await call('POST', '/products', { name: 'Laddoo', price: 300, ...facts })).toMatchObject(refusal)

    await test.products.fillIfEmpty([aProduct({ mrpPaise: asPaise(29_900) })])
    expect(await call('PUT', '/products/motichoor-laddoo', { price: 300 })).toMatchObject(refusal)
    expect(await test.products.list()).toEqual([aProduct({ mrpPaise: asPaise(29_900) })])
  })

  it('a client that knows only the fields of the specification changes no facts', async () => {
    await test.products.fillIfEmpty([aProduct(FACTS)])
    const specifiedFields = new Set(['name', 'description', 'price', 'imageUrl', 'images', 'category'])
    const { data } = (await test.app.inject('/api/products/motichoor-laddoo')).json<{ data: object }>()
    const body = Object.fromEntries(Object.entries(data).filter(([name]) => specifiedFields.has(name)))

    expect(await call('PUT', '/products/motichoor-laddoo', { ...body, price: 250 })).toMatchObject({
      status: 200,
    })
    expect(await test.products.find('motichoor-laddoo')).toMatchObject({ ...FACTS, pricePaise: 25_000 })
  })
})
