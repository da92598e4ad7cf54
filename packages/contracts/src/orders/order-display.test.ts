import { expect, it } from 'vitest'
import { deliveryTone, orderNumber, orderTone, showsEstimatedDelivery, statusLabel } from './order-display.ts'

it.each([
  ['CONFIRMED', 'green'],
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['DELIVERED', 'green'],
  ['CANCELLED', 'red'],
  ['constructor', 'red'],
])('paints an order that is %s %s', (status, tone) => {
  expect(orderTone(status)).toBe(tone)
})

it.each([
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['OUT_FOR_DELIVERY', 'purple'],
  ['DELIVERED', 'green'],
  ['RETURNED', 'neutral'],
  ['FAILED', 'neutral'],
  ['CANCELLED', 'neutral'],
])('paints a delivery that is %s %s', (status, tone) => {
  expect(deliveryTone(status)).toBe(tone)
})

it('spells statuses without underscores', () => {
  expect(statusLabel('OUT_FOR_DELIVERY')).toBe('OUT FOR DELIVERY')
})

it.each([
  ['01jczzzzzzzzzzzzab12cd34', 'AB12CD34'],
  ['short', 'SHORT'],
])('numbers the order %s as %s', (purchaseId, number) => {
  expect(orderNumber(purchaseId)).toBe(number)
})

it.each([
  ['CONFIRMED', 'PROCESSING', true],
  ['SHIPPED', 'OUT_FOR_DELIVERY', true],
  ['DELIVERED', 'DELIVERED', false],
  ['SHIPPED', 'DELIVERED', false],
  ['CANCELLED', 'PROCESSING', false],
])('order %s, delivery %s: an estimate is shown: %s', (orderStatus, deliveryStatus, shown) => {
  expect(showsEstimatedDelivery({ orderStatus, deliveryStatus })).toBe(shown)
})
