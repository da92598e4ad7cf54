import { describe, expect, it } from 'vitest'
import { refundOrder } from './desk/order-calls.ts'
import { cancelOrder, claimPaid } from './order-actions.ts'

describe('the reason of a cancellation', () => {
  // 4242424242424243 has a wrong check digit, so it is no card number.
  it.each(['Ordered twice', ' मन बदल गया ', 'Call 9876543210 or 080 2345 6789', '4242424242424243'])(
    'may be %j',
    (reason) => {
      expect(cancelOrder.body.parse({ reason })).toEqual({ reason: reason.trim() })
    },
  )

  it.each([
    '',
    '   ',
    'x'.repeat(201),
    'two\nlines',
    '4242424242424242',
    'My card: 4242 4242-4242 4242!',
    '4242424242424242 12/29',
    '4242 4242 4242 4242 123',
    'Order 12 4242 4242 4242 4242',
    '4242  4242  4242  4242',
    '4242.4242.4242.4242',
    '4242 - 4242 - 4242 - 4242',
  ])('may not be %j', (reason) => {
    expect(cancelOrder.body.safeParse({ reason }).success).toBe(false)
  })
})

it.each([
  [undefined, true],
  ['', true],
  ['402911112222', true],
  ['AXIS-77aB', true],
  ['4242424242424242', false],
  ['₹400', false],
  ['x'.repeat(36), false],
])('the reference number %j of a UPI payment is accepted: %j', (reference, isAccepted) => {
  expect(claimPaid.body.safeParse({ reference }).success).toBe(isAccepted)
})

it.each([
  [[]],
  [[{ productId: 'barfi', quantity: 0 }]],
  [[{ productId: 'barfi', quantity: 1.5 }]],
  [
    [
      { productId: 'barfi', quantity: 1 },
      { productId: 'barfi', quantity: 1 },
    ],
  ],
])('a refund of the items %j is refused', (items) => {
  expect(refundOrder.body.safeParse({ items, reason: 'Broken' }).success).toBe(false)
})
