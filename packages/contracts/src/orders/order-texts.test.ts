import { expect, it } from 'vitest'
import { orderNumber } from './order-texts.ts'

it.each([
  ['01jczzzzzzzzzzzzab12cd34', 'AB12CD34'],
  ['short', 'SHORT'],
])('the order %s has the number %s', (purchaseId, number) => {
  expect(orderNumber(purchaseId)).toBe(number)
})
