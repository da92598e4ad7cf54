import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getShop, getShopAtDesk, updateShop } from '@nashta/contracts/shop/shop'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loggedChanges } from '../operator-log/operator-log.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'
import { DEMO_SHOP } from './demo-shop.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  test = await openTestShop()
})
afterEach(() => test.close())

const put = (body: object, headers = {}, sub = 'boss') => test.call(sub, 'PUT', '/admin/shop', body, headers)

it("anyone can read the shop's record, with an ETag", async () => {
  const response = await test.shop.app.inject('/api/shop')
  expect(response.statusCode).toBe(200)
  expect(parseExactly(getShop.reply, response.json())).toEqual({ data: DEMO_SHOP })
  expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate')

  const { etag = '' } = response.headers
  const again = await test.shop.app.inject({ url: '/api/shop', headers: { 'if-none-match': etag } })
  expect(again.statusCode).toBe(304)
})

it("an admin can replace the shop's record, and the change is logged", async () => {
  const { status, headers, ...body } = await put(aShop())
  expect(status).toBe(200)
  expect(parseExactly(updateShop.reply, body)).toEqual({ data: aShop() })

  const response = await test.shop.app.inject('/api/shop')
  expect(response.json()).toEqual({ data: aShop() })
  expect(headers['etag']).toBe(response.headers.etag)
  expect(await loggedChanges(test.shop.operatorLog, 'shop', 'shop')).toMatchObject([
    { by: { sub: 'boss' }, at: test.clock.now.toISOString(), changes: { isDemo: { from: true, to: false } } },
  ])
})

it("the catalogue version changes only when the shop's record really changes", async () => {
  const before = test.shop.catalogueVersion()
  await put(DEMO_SHOP)
  expect(test.shop.catalogueVersion()).toBe(before)
  await put(aShop())
  expect(test.shop.catalogueVersion()).not.toBe(before)
})

it('a record with an outdated or invalid If-Match is refused', async () => {
  const { etag } = (await test.shop.app.inject('/api/shop')).headers
  expect((await put(aShop(), { 'if-match': etag })).status).toBe(200)
  expect(await put(aShop({ phone: '+911234567890' }), { 'if-match': etag })).toMatchObject({
    status: 412,
    code: 'SHOP_CHANGED',
  })
  expect(await put(aShop(), { 'if-match': '"nonsense"' })).toMatchObject({
    status: 400,
    message: "header.if-match: must be the ETag of the shop's record",
  })
})

it("an admin can read the shop's record with the version for If-Match", async () => {
  const { data } = await test.call('boss', 'GET', '/admin/shop')
  expect(parseExactly(getShopAtDesk.reply, { data })).toEqual({
    data: {
      shop: DEMO_SHOP,
      version: data.version,
      overruled: [
        { field: 'upi', setting: 'PAYMENTS' },
        { field: 'paymentMinutes', setting: 'PAYMENT_MINUTES' },
        { field: 'orderQuantityMax', setting: 'ORDER_QUANTITY_MAX' },
        { field: 'cashMax', setting: 'COD_MAX_AMOUNT' },
        { field: 'guestCheckout', setting: 'GUEST_CHECKOUT' },
      ],
    },
  })
  expect((await put(aShop(), { 'if-match': `"${data.version}"` })).status).toBe(200)
  expect((await put(DEMO_SHOP, { 'if-match': `"${data.version}"` })).status).toBe(412)
})

it('an invalid record is refused with the field and the rule', async () => {
  expect(await put({ ...aShop(), fssai: '123' })).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    message: 'body.fssai: An FSSAI licence number has 14 digits',
  })
  expect((await test.shop.app.inject('/api/shop')).json()).toEqual({ data: DEMO_SHOP })
})

it("only an admin can change the shop's record", async () => {
  expect((await put(aShop(), {}, 'asha')).status).toBe(403)
  const anonymous = await test.shop.app.inject({ method: 'PUT', url: '/api/admin/shop', body: aShop() })
  expect(anonymous.statusCode).toBe(401)
})
