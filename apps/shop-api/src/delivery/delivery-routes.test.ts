import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getPincode } from '@nashta/contracts/delivery/pincode'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { loadPincodeTable } from './pincode-table.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  test = await openTestShop()
})
afterEach(() => test.close())

const read = async (pincode: string, headers = {}) =>
  test.shop.app.inject({ url: `/api/pincodes/${pincode}`, headers })

it('a pincode has its place and the terms of delivery, by default those of the specification', async () => {
  const response = await read('560001')
  expect(response.statusCode).toBe(200)
  expect(parseExactly(getPincode.reply, response.json())).toEqual({
    data: {
      pincode: '560001',
      places: [{ district: 'Bangalore', state: { code: '29', name: 'Karnataka' } }],
      delivery: {
        serviceable: true,
        fee: 0,
        freeFrom: 1000,
        days: 5,
        by: '2026-01-06T12:00:00.000Z',
        cod: true,
      },
    },
  })
  expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
})

it('the response for a pincode has the same ETag for an hour', async () => {
  const { etag } = (await read('560001')).headers
  const statusLater = async (minutes: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
    return (await read('560001', { 'if-none-match': etag })).statusCode
  }
  expect(await statusLater(30)).toBe(304)
  expect(await statusLater(30)).toBe(200)
})

it.each(['999999', '56000', 'x', '0560001'])('the pincode %s does not exist', async (pincode) => {
  const response = await read(pincode)
  expect([response.statusCode, response.json().code]).toEqual([404, 'PINCODE_NOT_FOUND'])
})

it('every pincode of the table is found', async () => {
  let found = 0
  for (const { pincode, stateCode } of loadPincodeTable().rows()) {
    const { data } = await test.shop.fetchShop(getPincode, { params: { pincode: String(pincode) } })
    if (data.places.some(({ state }) => state.code === stateCode)) found += 1
  }
  expect(found).toBe(19_190)
})

it('a pincode in two states has two places, and the terms of the requested state, or else of the first', async () => {
  const rest = { delivers: true, fee: 0, days: 5, cod: true }
  const tamilNadu = {
    name: 'Tamil Nadu',
    pincodes: [],
    states: ['33'],
    ...rest,
    fee: 40,
    freeFrom: 500,
    cod: false,
  }
  await test.call('boss', 'PUT', '/admin/shop', aShop({ delivery: { zones: [tamilNadu], rest } }))
  const first = (await read('605105')).json().data
  expect(first.places.map(({ state }: { state: { name: string } }) => state.name)).toEqual([
    'Tamil Nadu',
    'Puducherry',
  ])
  expect(first.delivery).toMatchObject({ fee: 40, freeFrom: 500, cod: false })
  expect((await read('605105?state=34')).json().data.delivery).toMatchObject({ fee: 0, cod: true })
  expect((await read('605105?state=Kerala')).statusCode).toBe(400)
})
