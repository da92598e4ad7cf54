import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { APP_VERSION } from '@nashta/contracts/constants'
import { receivePaymentEvent, returnFromPayment } from '@nashta/contracts/orders/payment-messages'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'

type Operation = { operationId: string; security: object; tags: string[]; responses: object }

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  // The routes for guests exist only with this setting, but are always documented.
  test = await openTestShop({ guestCheckout: true })
})
afterEach(() => test.close())

it('every endpoint is in the OpenAPI document, and non-public ones require a token', async () => {
  const api = (await test.shop.app.inject('/api/openapi.json')).json()
  const operations = Object.values(api.paths as Record<string, Record<string, Operation>>).flatMap(
    (methods) => Object.values(methods),
  )
  // The last three are not in `shopApiEndpoints`, because they are not served like its routes.
  const described = { ...shopApiEndpoints, receivePaymentEvent, returnFromPayment, uploadPicture }
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(described).toSorted(),
  )
  for (const { operationId, security } of operations) {
    const { access } = described[operationId as keyof typeof described]
    expect(JSON.stringify(security) === '[]').toBe(access === 'public')
  }
})

it('every operation is in one group that is described, and names the codes of its refusals', async () => {
  const api = (await test.shop.app.inject('/api/openapi.json')).json()
  const groups = api.tags.map(({ name }: { name: string }) => name)
  const operations = Object.values<Record<string, Operation>>(api.paths).flatMap((methods) =>
    Object.values(methods),
  )
  for (const { tags, responses } of operations) {
    expect(groups).toContain(tags.join())
    expect(Object.keys(responses)).toContain('429')
  }
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(groups))
  expect(api.paths['/products/{id}'].put.responses).toMatchObject({
    401: { description: 'UNAUTHENTICATED' },
    403: { description: 'FORBIDDEN' },
    404: { description: 'PRODUCT_NOT_FOUND' },
    412: { description: 'PRODUCT_CHANGED' },
  })
})

it('the OpenAPI document describes both responses of GET /products: the list and a page', async () => {
  const api = (await test.shop.app.inject('/api/openapi.json')).json()
  const { schema } = api.paths['/products'].get.responses['200'].content['application/json']

  expect(schema.anyOf).toMatchObject([
    { properties: { data: { type: 'array' } } },
    { properties: { data: { required: ['items', 'total', 'nextCursor'] } } },
  ])
})

it("the OpenAPI document names the shop, also after a change of the shop's record", async () => {
  const readInfo = async () => (await test.shop.app.inject('/api/openapi.json')).json().info
  expect(await readInfo()).toMatchObject({ description: DEMO_SHOP_NOTICE })

  await test.shop.shop.update(aShop({ tradeName: 'Asha Snacks' }), {
    by: { sub: 'boss', username: 'boss', email: null },
    at: test.clock.now.toISOString(),
  })
  expect(await readInfo()).toEqual({
    title: 'Asha Snacks Shop API',
    version: APP_VERSION,
    contact: { name: aShop().legalName, email: aShop().email },
    license: { name: 'MIT', identifier: 'MIT' },
  })
})

it('the service serves the endpoints for messages of payment providers', async () => {
  await test.shop.app.ready()
  for (const { method, path } of [receivePaymentEvent, returnFromPayment])
    expect(test.shop.app.hasRoute({ method, url: `/api${path}` })).toBe(true)
})

it('the routes of the service are exactly the endpoints of the contracts', async () => {
  await test.shop.app.ready()
  const served = test.shop.routes.map(({ endpoint }) => endpoint)
  expect(new Set(served)).toEqual(new Set(Object.values(shopApiEndpoints)))
  for (const { method, path } of served) {
    expect(test.shop.app.hasRoute({ method, url: `/api${path}` }), `${method} ${path}`).toBe(true)
  }
})

it('the reference page has our content security policy and no script', async () => {
  const page = await test.shop.app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  expect(page.body).toContain('POST</span> <code>/api/purchases/{userId}</code>')
  expect(page.body).not.toContain('<script')
  expect((await test.shop.app.inject('/api/docs.css')).headers['content-type']).toContain('text/css')
})
