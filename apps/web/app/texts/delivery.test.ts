import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { deliveryPromise } from './delivery-promise.ts'
import { deliveryTexts, feeAt, summariseDelivery } from './delivery.ts'

/** The terms of the specification. */
const terms = { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true }
const zone = (own: object) => ({ name: 'Zone', pincodes: ['5'], states: [], ...terms, ...own })

it.each([
  ['the terms of the specification', [], terms, 'Free delivery on snack orders above ₹1000'],
  [
    'a higher amount in one zone',
    [zone({ fee: 49, freeFrom: 1500 })],
    terms,
    'Free delivery on snack orders above ₹1500',
  ],
  [
    'a zone where delivery is never free',
    [zone({ fee: 49, freeFrom: undefined })],
    terms,
    'Delivery to your door',
  ],
  [
    'a zone without delivery',
    [zone({ delivers: false, fee: 90 })],
    terms,
    'Free delivery on snack orders above ₹1000',
  ],
  ['no fee at all', [], { ...terms, freeFrom: undefined }, 'Free delivery on every snack order'],
  [
    'a zone without a fee and no delivery elsewhere',
    [zone({})],
    { ...terms, delivers: false },
    'Free delivery on every snack order',
  ],
])('with %s, the promise on every page holds for every address', (_case, zones, rest, text) => {
  expect(deliveryTexts({ zones, rest })?.promise).toBe(text)
})

it('search engines get the highest fee, the highest amount for free delivery, and the longest time', () => {
  const summary = { freeFrom: 1500, fee: 49, days: 9, isAlwaysFree: false }
  const zones = [zone({ fee: 49, freeFrom: 1500, days: 9 })]
  expect(summariseDelivery({ zones, rest: { ...terms, fee: 20 } })).toEqual(summary)
  expect([feeAt(summary, 1499), feeAt(summary, 1500)]).toEqual([49, 0])
})

it('a shop that delivers nowhere has no texts about delivery', () => {
  const nowhere = { ...terms, delivers: false }
  expect(deliveryTexts({ zones: [zone(nowhere)], rest: nowhere })).toBeNull()
})

it.each([
  ['2026-01-01T12:00:00Z', 'today'],
  ['2026-01-02T12:00:00Z', 'tomorrow'],
  ['2026-01-06T12:00:00Z', 'Tuesday'],
  // In India it is the next day already.
  ['2026-01-06T19:00:00Z', 'Wednesday'],
  ['2026-01-08T12:00:00Z', 'January 8, 2026'],
])('a delivery at %s is promised by %s', (by, day) => {
  const now = new Date('2026-01-01T12:00:00Z')
  expect(deliveryPromise({ pincode: '560001', by, fee: asPaise(0), now })).toBe(
    `Delivers to 560001 by ${day}, free`,
  )
})

it('a pincode of the Army Post is named as one', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  expect(deliveryPromise({ pincode: '999999', by: now.toISOString(), fee: asPaise(0), now })).toBe(
    'Delivers to 999999 (Army Post) by today, free',
  )
})

it('texts that name an amount say that smaller orders are free too, where no order has a fee', () => {
  const textsWith = (rest: typeof terms) => JSON.stringify(deliveryTexts({ zones: [], rest }))
  expect(textsWith(terms).match(/smaller/g)).toHaveLength(3)
  expect(textsWith({ ...terms, fee: 49 })).not.toContain('smaller')
  expect(JSON.stringify(deliveryTexts({ zones: [], rest: { ...terms, freeFrom: 0 } }))).not.toContain(
    'smaller',
  )
})
