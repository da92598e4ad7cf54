import type { Endpoint } from '@nashta/contracts/api/endpoint'
import type { ShopCall } from '@nashta/contracts/api/fetch-shop'
import { getProduct, listProductPage, listProducts } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { represent } from '../responses/representation.ts'
import { ServiceError } from '../service-error.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { readRoute, route } from './routes.ts'

const pageReply = { data: { items: [aProduct()], total: 1, nextCursor: null } }
/** The endpoint of a route without the function `read`. */
const withoutRead = { ...getProduct, path: '/private' } as const

function setup(level: 'info' | 'debug' = 'info') {
  const logged: string[] = []
  const inputs: unknown[] = []
  const routes = [
    readRoute(
      listProducts,
      async ({ query }) => {
        inputs.push(query)
        return pageReply
      },
      // Only requests over HTTP get the representation.
      { represent: () => represent({ content: '{}', contentType: 'application/json', headers: {} }) },
    ),
    readRoute(getProduct, async ({ params }) => {
      inputs.push(params)
      if (params.id === 'broken') throw new Error('the disk is on fire')
      throw new ServiceError('PRODUCT_NOT_FOUND', 'No such snack', { details: { id: params.id } })
    }),
    route(withoutRead, () => Promise.reject(new Error('never called'))),
  ]
  const logger = createLogger({
    service: 'test',
    level,
    destination: { write: (line) => void logged.push(line) },
  })
  return { fetchShop: inProcessFetch(routes, logger), inputs, logged }
}

it("a call gets the route's own object, and empty query parameters are dropped", async () => {
  const { fetchShop, inputs } = setup()

  const query = { search: 'laddoo', category: '', limit: 3 }
  // `listProductPage` is the endpoint `listProducts` with another type of reply.
  expect(await fetchShop(listProductPage, { query })).toBe(pageReply)
  expect(inputs).toEqual([{ search: 'laddoo', limit: 3 }])
})

it.each<[string, Endpoint, ShopCall, number, string]>([
  ['a product that does not exist', getProduct, { params: { id: 'gone' } }, 404, 'PRODUCT_NOT_FOUND'],
  ['an invalid query', listProducts, { query: { limit: 'many' } }, 400, 'VALIDATION_FAILED'],
  ['a missing parameter', getProduct, {}, 400, 'VALIDATION_FAILED'],
  ['a route without `read`', withoutRead, { params: { id: 'a' } }, 404, 'ROUTE_NOT_FOUND'],
  ['an unknown endpoint', { ...getProduct, path: '/unknown' }, {}, 404, 'ROUTE_NOT_FOUND'],
])('%s is refused as over HTTP, and not logged', async (_case, endpoint, call, status, code) => {
  const { fetchShop, logged } = setup()
  await expect(fetchShop(endpoint, call)).rejects.toMatchObject({ name: 'ShopError', status, code })
  expect(logged).toEqual([])
})

it('a refusal has the message and details of its ServiceError', async () => {
  const { fetchShop } = setup()
  await expect(fetchShop(getProduct, { params: { id: 'gone' } })).rejects.toMatchObject({
    message: 'API request failed: No such snack',
    details: { id: 'gone' },
  })
})

it('an unexpected error is logged, and its text does not leave the service', async () => {
  const { fetchShop, logged } = setup()
  await expect(fetchShop(getProduct, { params: { id: 'broken' } })).rejects.toMatchObject({
    status: 500,
    code: 'INTERNAL',
    message: 'API request failed: Something went wrong',
  })
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    route: '/products/:id',
    err: { message: 'the disk is on fire' },
  })
})

it('at the debug level each call is logged with its route and duration', async () => {
  const { fetchShop, logged } = setup('debug')
  await fetchShop(getProduct, { params: { id: 'gone' } }).catch(() => undefined)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { method: 'GET', route: '/products/:id', ms: expect.any(Number), msg: 'call within the process' },
  ])
})
