import { expect, it } from 'vitest'
import { deliveryTone, orderTone, isAwaitingDelivery, statusLabel } from './order-status.tsx'

it.each([
  ['CONFIRMED', 'green'],
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['DELIVERED', 'green'],
  ['CANCELLED', 'red'],
  // An unknown status, which is also a property of every object.
  ['constructor', 'red'],
])('the badge of an order that is %s is %s', (status, tone) => {
  expect(orderTone(status)).toBe(tone)
})

it.each([
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['OUT_FOR_DELIVERY', 'purple'],
  ['DELIVERED', 'green'],
  // In the contract, a delivery has none of these statuses.
  ['RETURNED', 'neutral'],
  ['FAILED', 'neutral'],
  ['CANCELLED', 'neutral'],
])('the badge of a delivery that is %s is %s', (status, tone) => {
  expect(deliveryTone(status)).toBe(tone)
})

it('a status is shown without underscores', () => {
  expect(statusLabel('OUT_FOR_DELIVERY')).toBe('OUT FOR DELIVERY')
})

it.each([
  ['CONFIRMED', 'PROCESSING', true],
  ['SHIPPED', 'OUT_FOR_DELIVERY', true],
  ['DELIVERED', 'DELIVERED', false],
  ['SHIPPED', 'DELIVERED', false],
  ['CANCELLED', 'PROCESSING', false],
])(
  'an order that is %s, with its delivery %s, awaits its delivery: %s',
  (orderStatus, deliveryStatus, expected) => {
    expect(isAwaitingDelivery({ orderStatus, deliveryStatus })).toBe(expected)
  },
)
