import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
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

const readPincode = async (path: string, headers = {}) =>
  test.shop.app.inject({ url: `/api/pincodes/${path}`, headers })
/** Reads when an order to 560001 arrives at the latest. */
const readArrival = async () => (await readPincode('560001')).json().data.delivery.by
const storeZones = (delivery: DeliveryZones) => test.call('boss', 'PUT', '/admin/shop', aShop({ delivery }))
const passMinutes = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
}

it('a pincode has its place and the terms of delivery, by default those of the specification', async () => {
  const response = await readPincode('560001')
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
        // The clock of the test shop starts at 12:00 UTC on January 1.
        by: '2026-01-06T12:00:00.000Z',
        cod: true,
      },
    },
  })
  expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
})

it('the response for a pincode has the same ETag for half an hour', async () => {
  const { etag } = (await readPincode('560001')).headers
  const poll = async () => (await readPincode('560001', { 'if-none-match': etag })).statusCode
  passMinutes(29)
  expect(await poll()).toBe(304)
  passMinutes(1)
  expect(await poll()).toBe(200)
})

it('an order after the cut-off hour in India arrives a day later', async () => {
  const rest = { delivers: true, fee: 0, days: 5, cod: true, cutOffHour: 18 }
  await storeZones({ zones: [], rest })
  // 12:00 UTC is 17:30 in India.
  expect(await readArrival()).toBe('2026-01-06T12:00:00.000Z')
  passMinutes(30)
  expect(await readArrival()).toBe('2026-01-07T12:30:00.000Z')
})

it('the Army Post is served, unless a zone says no', async () => {
  const response = await readPincode('900056')
  expect(parseExactly(getPincode.reply, response.json()).data).toMatchObject({
    pincode: '900056',
    places: [],
    delivery: { serviceable: true, fee: 0 },
  })
  const rest = { delivers: true, fee: 0, days: 5, cod: true }
  await storeZones({ zones: [{ name: 'Army', pincodes: ['9'], states: [], ...rest, delivers: false }], rest })
  expect((await readPincode('900056')).json().data.delivery.serviceable).toBe(false)
})

it('closed days of the shop delay the delivery', async () => {
  await test.call('boss', 'PUT', '/admin/shop', aShop({ closedDays: ['2026-01-02', '2026-01-05'] }))
  expect(await readArrival()).toBe('2026-01-08T12:00:00.000Z')
})

it.each(['299999', '56000', 'x', '0560001'])('the pincode %s is not found', async (pincode) => {
  const response = await readPincode(pincode)
  expect([response.statusCode, response.json().code]).toEqual([404, 'PINCODE_NOT_FOUND'])
})

it('every pincode of the table is found, in its state', async () => {
  const missing: number[] = []
  for (const { pincode, stateCode } of loadPincodeTable().rows()) {
    const { data } = await test.shop.fetchShop(getPincode, { params: { pincode: String(pincode) } })
    if (data.places.every(({ state }) => state.code !== stateCode)) missing.push(pincode)
  }
  expect(missing).toEqual([])
})

it('a pincode in two states has two places, and the terms of the requested state, or else of the first', async () => {
  const rest = { delivers: true, fee: 0, days: 5, cod: true }
  // 33 is the GST code of Tamil Nadu.
  const zone = { name: 'Tamil Nadu', pincodes: [], states: ['33'] }
  const terms = { ...rest, fee: 40, freeFrom: 500, cod: false }
  await storeZones({ zones: [{ ...zone, ...terms }], rest })
  const first = (await readPincode('605105')).json().data
  expect(first.places.map(({ state }: { state: { name: string } }) => state.name)).toEqual([
    'Tamil Nadu',
    'Puducherry',
  ])
  expect(first.delivery).toMatchObject({ fee: 40, freeFrom: 500, cod: false })
  expect((await readPincode('605105?state=34')).json().data.delivery).toMatchObject({ fee: 0, cod: true })
})

it('a request with a state that is no GST code is refused', async () => {
  expect((await readPincode('605105?state=Kerala')).statusCode).toBe(400)
})
