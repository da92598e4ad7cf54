import { getProduct, listProducts } from '@nashta/contracts/catalogue/product'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { expect, it } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { represent } from '../responses/representation.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { readRoute, route } from './routes.ts'
import { ServiceError } from './service-error.ts'

function setup() {
  const logged: string[] = []
  const asked: unknown[] = []
  const routes = [
    readRoute(listProducts, async ({ query }) => {
      asked.push(query)
      return represent({ content: '{"data":["लड्डू"]}', contentType: 'application/json', headers: {} })
    }),
    readRoute(getProduct, async ({ params }) => {
      asked.push(params)
      if (params.id === 'broken') throw new Error('the disk is on fire')
      throw new ServiceError('PRODUCT_NOT_FOUND', 'No such snack')
    }),
    route({ ...getRecommendations, path: '/private' }, () => Promise.reject(new Error('never asked'))),
  ]
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void logged.push(line) },
  })
  return { fetch: inProcessFetch({ routes, base: '/api', logger }), asked, logged }
}

it('answers as over the network: status, body, type and tag, by the method asked for', async () => {
  const { fetch, asked } = setup()

  const whole = await fetch('/api/products?search=laddoo&category=Sweets')
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('application/json')
  expect(whole.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
  expect(await whole.json()).toEqual({ data: ['लड्डू'] })
  expect(asked).toEqual([{ search: 'laddoo', category: 'Sweets' }])

  const head = await fetch('/api/products', { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
    200,
    whole.headers.get('etag'),
    '',
  ])
})

it.each([
  ['/api/products/gone', 404, 'PRODUCT_NOT_FOUND'],
  ['/api/products?limit=many', 400, 'VALIDATION_FAILED'],
  ['/api/products?search=a&search=b', 400, 'VALIDATION_FAILED'],
  ['/api/products/%E0%A4', 400, 'MALFORMED_REQUEST'],
  ['/api/products/a/b', 404, 'ROUTE_NOT_FOUND'],
  ['/products', 404, 'ROUTE_NOT_FOUND'],
  // What needs a request to be answered is for those who send one.
  ['/api/private', 404, 'ROUTE_NOT_FOUND'],
])('refuses %s with %d %s, and keeps quiet about it', async (path, status, code) => {
  const { fetch, logged } = setup()
  const answer = await fetch(path)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  expect(logged).toEqual([])
})

it('says nothing of the inside, and logs it', async () => {
  const { fetch, asked, logged } = setup()
  const answer = await fetch('/api/products/brok%65n')
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { code: 'INTERNAL', message: 'Something went wrong' },
  ])
  expect(asked).toEqual([{ id: 'broken' }])
  expect(logged.join('')).toContain('the disk is on fire')
})
