import { brotliDecompressSync } from 'node:zlib'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getProduct, listProducts, productsReply } from '@nashta/contracts/catalogue/product'
import { asPaise } from '@nashta/contracts/money'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { openTestCatalogue } from './catalogue.fixture.ts'
import { AUTHORSHIP } from './product-store.fixture.ts'
import { aProduct } from './product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>
beforeEach(() => {
  test = openTestCatalogue()
})
afterEach(() => test.close())

async function list() {
  const response = await test.app.inject('/api/products')
  return parseExactly(productsReply, response.json()).data
}
const listFirstStock = async () => (await list())[0]?.stock
const listIds = async () => (await list()).map(({ products_id }) => products_id)

describe('GET /api/products', () => {
  it('the response is the whole list, with prices in rupees', async () => {
    await test.products.fillIfEmpty([aProduct(), aProduct({ products_id: 'barfi', stock: 3 })])
    const response = await test.app.inject('/api/products')

    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await list()).map(({ products_id, price, stock }) => ({ products_id, price, stock }))).toEqual([
      { products_id: 'motichoor-laddoo', price: 279.5, stock: undefined },
      { products_id: 'barfi', price: 279.5, stock: 3 },
    ])
  })

  it('the list has the name of the maker as the brand, and leaves out the rest of the maker', async () => {
    const maker = { name: 'Kochi Chips', address: 'Kochi 682001', fssai: '11223344556677' }
    await test.products.fillIfEmpty([aProduct({ maker }), aProduct({ products_id: 'barfi' })])
    expect((await list()).map(({ brand, ...product }) => [brand, product.maker])).toEqual([
      ['Kochi Chips', undefined],
      [undefined, undefined],
    ])
  })

  it('the response is a 304 for its ETag, until the catalogue changes', async () => {
    const first = await test.app.inject({ url: '/api/products', headers: { 'accept-encoding': 'gzip, br' } })
    expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString())).toEqual({ data: [] })
    const etag = first.headers.etag ?? ''
    expect(etag).toMatch(/^"[\w-]+-br"$/)

    const poll = {
      url: '/api/products',
      headers: { 'accept-encoding': 'gzip, br', 'if-none-match': `W/"x", ${etag}` },
    }
    const second = await test.app.inject(poll)
    expect(second.statusCode).toBe(304)
    expect(second.body).toBe('')

    await test.products.fillIfEmpty([aProduct()])
    const third = await test.app.inject(poll)
    expect(third.statusCode).toBe(200)
    expect(third.headers.etag).not.toBe(etag)
  })

  it('the list shows every change by an admin at once', async () => {
    await test.products.fillIfEmpty([aProduct({ products_id: 'a' }), aProduct({ products_id: 'b' })])
    expect(await listIds()).toEqual(['a', 'b'])
    await test.products.create(aProduct({ products_id: 'c' }), AUTHORSHIP)
    expect(await listIds()).toEqual(['a', 'b', 'c'])
    await test.products.remove('a', AUTHORSHIP)
    await test.products.update('b', { name: 'Barfi' }, AUTHORSHIP)
    expect((await list()).map(({ name }) => name)).toEqual(['Barfi', 'Motichoor Laddoo'])
  })

  it('the list has the best sellers first, and is in catalogue order before any sale', async () => {
    await test.products.fillIfEmpty(['a', 'b', 'c', 'd'].map((products_id) => aProduct({ products_id })))
    expect(await listIds()).toEqual(['a', 'b', 'c', 'd'])

    await test.recordSale('c', 2)
    await test.recordSale('d', 5)
    // No product has this id any more.
    await test.recordSale('gone', 9)
    // Sales are read every ten seconds.
    test.later(10_000)
    expect(await listIds()).toEqual(['d', 'c', 'a', 'b'])
  })

  it('a sale counts on its own day and on the 89 days after it', async () => {
    await test.products.fillIfEmpty(['a', 'b'].map((products_id) => aProduct({ products_id })))
    await test.recordSale('b', 5)
    expect(await listIds()).toEqual(['b', 'a'])
    test.later(89 * 86_400_000)
    expect(await listIds()).toEqual(['b', 'a'])
    test.later(86_400_000)
    expect(await listIds()).toEqual(['a', 'b'])
  })

  it('the list is not rebuilt for every unit sold, and its stock is at most a second old', async () => {
    await test.products.fillIfEmpty([aProduct({ products_id: 'a', stock: 9 })])
    expect(await listFirstStock()).toBe(9)
    await test.takeStock('a', 1)
    expect(await listFirstStock()).toBe(9)
    test.later(999)
    await test.takeStock('a', 1)
    expect(await listFirstStock()).toBe(9)
    test.later(1)
    expect(await listFirstStock()).toBe(7)
  })

  it('a pack that is in stock takes the place of a sold-out one in a cached page', async () => {
    await test.products.fillIfEmpty(
      ['mix', 'mix-1-kg'].map((products_id) => aProduct({ products_id, family: 'mix', stock: 1 })),
    )
    const shownIds = async () => {
      const { data } = (await test.app.inject('/api/products?families=true')).json()
      return data.items.map(({ products_id }: { products_id: string }) => products_id)
    }
    expect(await shownIds()).toEqual(['mix'])
    await test.takeStock('mix', 1)
    test.later(1000)
    expect(await shownIds()).toEqual(['mix-1-kg'])
    await test.products.update('mix', { stock: 4 }, AUTHORSHIP)
    expect(await shownIds()).toEqual(['mix'])
  })

  it('a change made while the catalogue was loading is listed, and concurrent requests share the load', async () => {
    await test.products.fillIfEmpty([aProduct({ products_id: 'a' })])
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const readChanges = test.products.changesSince.bind(test.products)
    const changesSince = vi.spyOn(test.products, 'changesSince').mockImplementationOnce(async (since) => {
      const changes = await readChanges(since)
      await released
      return changes
    })
    const firstRequest = listIds()
    await test.products.create(aProduct({ products_id: 'b' }), AUTHORSHIP)
    const laterRequests = Promise.all([listIds(), listIds()])
    // The first load ends only after the later requests have begun.
    setImmediate(release)

    expect(await laterRequests).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    // The response to the first request may have the change or not.
    expect((await firstRequest)[0]).toBe('a')
    // One load for the first request, and one that the two later requests share.
    expect(changesSince).toHaveBeenCalledTimes(2)
  })

  it('concurrent requests load the catalogue once', async () => {
    await test.products.fillIfEmpty([aProduct()])
    const changesSince = vi.spyOn(test.products, 'changesSince')
    await Promise.all(Array.from({ length: 20 }, () => test.app.inject('/api/products')))
    expect(changesSince).toHaveBeenCalledTimes(1)
  })

  it('a request succeeds after the storage failed for the request before', async () => {
    await test.products.fillIfEmpty([aProduct()])
    vi.spyOn(test.products, 'changesSince').mockRejectedValueOnce(new Error('storage failed'))
    expect((await test.app.inject('/api/products')).statusCode).toBe(500)
    expect(await list()).toHaveLength(1)
  })
})

describe('GET /api/products/{id}', () => {
  it('a product is found by products_id, then by id', async () => {
    await test.products.fillIfEmpty([
      aProduct({ id: '42' }),
      aProduct({ products_id: 'by-id', id: 'both' }),
      aProduct({ products_id: 'both' }),
    ])
    const found = async (id: string) => {
      const response = await test.app.inject(`/api/products/${id}`)
      expect(response.statusCode).toBe(200)
      return parseExactly(getProduct.reply, response.json()).data.products_id
    }

    expect(await found('motichoor-laddoo')).toBe('motichoor-laddoo')
    expect(await found('42')).toBe('motichoor-laddoo')
    expect(await found('both')).toBe('both')
  })

  it('the response is a 304 for its ETag, although other products change', async () => {
    await test.products.fillIfEmpty([aProduct(), aProduct({ products_id: 'other', stock: 5 })])
    const first = await test.app.inject('/api/products/motichoor-laddoo')
    const again = {
      url: '/api/products/motichoor-laddoo',
      headers: { 'if-none-match': String(first.headers.etag) },
    }
    await test.takeStock('other', 1)
    await test.products.update('other', { name: 'Barfi' }, AUTHORSHIP)
    expect((await test.app.inject(again)).statusCode).toBe(304)

    await test.products.update('motichoor-laddoo', { pricePaise: asPaise(100) }, AUTHORSHIP)
    const changed = await test.app.inject(again)
    expect(changed.statusCode).toBe(200)
    expect(changed.json().data.price).toBe(1)
  })

  it('the stock is exact', async () => {
    await test.products.fillIfEmpty([aProduct({ stock: 5 })])
    const stock = async () => (await test.app.inject('/api/products/motichoor-laddoo')).json().data.stock
    expect(await stock()).toBe(5)
    await test.takeStock('motichoor-laddoo', 2)
    expect(await stock()).toBe(3)
  })

  it('the response is built once while the product does not change', async () => {
    const url = '/api/products/motichoor-laddoo'
    await test.products.fillIfEmpty([aProduct(), aProduct({ products_id: 'sold', stock: 5 })])
    await test.app.inject(url)
    const first = test.precomputed(url)
    expect(first).toBeDefined()
    await test.takeStock('sold', 1)
    for (let request = 0; request < 5; request++) await test.app.inject(url)
    expect(test.precomputed(url)).toBe(first)
  })

  it('the GST rate is that of the day in India, also when the response is cached', async () => {
    const url = '/api/products/motichoor-laddoo'
    await test.products.fillIfEmpty([aProduct({ gstRate: 5, laterGstRates: ['2027-04-01 18'] })])
    const rateAt = async (time: string) => {
      test.clock.now = new Date(time)
      const { data } = (await test.app.inject(url)).json()
      expect(test.precomputed(url)?.forms.identity.body.toString()).toContain(`"gstRate":${data.gstRate}`)
      return data.gstRate
    }
    expect(await rateAt('2027-03-31T18:29:59Z')).toBe(5)
    test.clock.now = new Date('2027-03-31T18:30:00Z')
    expect(test.precomputed(url)).toBeUndefined()
    expect(await rateAt('2027-03-31T18:30:00Z')).toBe(18)
  })

  it('a removed product is not found', async () => {
    await test.products.fillIfEmpty([aProduct()])
    expect((await test.app.inject('/api/products/motichoor-laddoo')).statusCode).toBe(200)
    await test.products.remove('motichoor-laddoo', AUTHORSHIP)
    expect((await test.app.inject('/api/products/motichoor-laddoo')).statusCode).toBe(404)
  })
})

it('a call in the same process gets the data that the HTTP response contains', async () => {
  await test.products.fillIfEmpty([aProduct(), aProduct({ products_id: 'barfi', stock: 3 })])
  const overHttp = async (url: string) => (await test.app.inject(url)).json<unknown>()

  expect(await test.fetchShop(listProducts)).toEqual(await overHttp('/api/products'))
  const query = { limit: 1, sort: 'newest' }
  expect(await test.fetchShop(listProducts, { query })).toEqual(
    await overHttp('/api/products?limit=1&sort=newest'),
  )
  await test.products.update('barfi', { stock: 2 }, AUTHORSHIP)
  expect(await test.fetchShop(getProduct, { params: { id: 'barfi' } })).toEqual(
    await overHttp('/api/products/barfi'),
  )
  await expect(test.fetchShop(getProduct, { params: { id: 'jalebi' } })).rejects.toMatchObject({
    status: 404,
  })
})

it.each([
  ['an unknown product', 'GET', '/api/products/nope', 404, 'PRODUCT_NOT_FOUND'],
  ['an unknown path', 'GET', '/api/nothing', 404, 'ROUTE_NOT_FOUND'],
  ['an id that is too long', 'GET', `/api/products/${'x'.repeat(129)}`, 400, 'VALIDATION_FAILED'],
  ['a path with a broken percent-encoding', 'GET', '/api/products/%E0%A4%A', 400, 'MALFORMED_REQUEST'],
  ['a method that the path does not have', 'PATCH', '/api/products/nope', 405, 'METHOD_NOT_ALLOWED'],
] as const)('the API refuses %s', async (_case, method, url, status, code) => {
  const response = await test.app.inject({ method, url })

  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ code, message: expect.any(String) })
  expect(response.headers['x-request-id']).toEqual(expect.any(String))
})

it('a CDN may cache lists for `sharedCacheSeconds`, and must revalidate a product', async () => {
  const testShop = await openTestShop({ sharedCacheSeconds: 5 })
  const { shop } = testShop
  await shop.products.fillIfEmpty([aProduct()])
  const cacheControl = async (url: string) => (await shop.app.inject(url)).headers['cache-control']

  const forLists = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60'
  expect(await cacheControl('/api/products')).toBe(forLists)
  expect(await cacheControl('/api/products?search=laddoo')).toBe(forLists)
  expect(await cacheControl('/api/products/motichoor-laddoo')).toBe('public, max-age=0, must-revalidate')
  await testShop.close()
})
