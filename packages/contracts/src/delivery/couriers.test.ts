import { expect, it } from 'vitest'
import { couriersOf, findCourier, isCourierLine, trackingUrlOf } from './couriers.ts'

it('a courier is found however its name is written', () => {
  for (const name of ['Blue Dart', 'bluedart', ' BLUE-DART '])
    expect(findCourier(couriersOf({}), name)?.name).toBe('Blue Dart')
  expect(findCourier(couriersOf({}), 'Blue')).toBeUndefined()
})

it('the number stands where the address has its place, and can change nothing else of it', () => {
  const shop = { couriers: ['Raju https://raju.example/{number}?again={number}'] }
  const url = trackingUrlOf(shop, { courier: 'raju', trackingNumber: 'A/../?x=1' })
  expect(url).toBe('https://raju.example/A%2F..%2F%3Fx%3D1?again=A%2F..%2F%3Fx%3D1')
  expect(trackingUrlOf(shop, { courier: 'raju' })).toBeUndefined()
  expect(trackingUrlOf({}, { courier: 'raju', trackingNumber: '1' })).toBeUndefined()
})

it("the shop's own couriers come first, and replace the address of a known one", () => {
  const couriers = couriersOf({ couriers: ['Local Boy', 'DTDC https://dtdc.example/{number}'] })
  expect(couriers.slice(0, 2)).toEqual([
    { name: 'Local Boy' },
    { name: 'DTDC', trackingUrl: 'https://dtdc.example/{number}' },
  ])
  expect(couriers.filter(({ name }) => name === 'DTDC')).toHaveLength(1)
})

it.each([
  ['Delhivery', true],
  ['Delhivery https://track.example/{number}', true],
  ['https://track.example/{number}', false],
  ['Delhivery http://track.example/{number}', false],
  ['Delhivery https://courier.example@evil.example/{number}', false],
  ['Delhivery https://track.example/{number} now', false],
  ['', false],
])('the line %j of the settings is valid: %s', (line, isValid) => {
  expect(isCourierLine(line)).toBe(isValid)
})

it('every known courier has a valid line', () => {
  const lines = couriersOf({}).map(({ name, trackingUrl = '' }) => `${name} ${trackingUrl}`.trim())
  expect(lines.filter((line) => !isCourierLine(line))).toEqual([])
})
