import { expect, it } from 'vitest'
import { PHONE_HINT, PINCODE_HINT, UPI_HINT } from './checkout-texts.ts'
import { phoneHint, pincodeHint, upiHint } from './format-hints.ts'

it.each(['560001', '560 001', ' 560001 ', ''])('has nothing to say of the pincode %j', (value) => {
  expect(pincodeHint(value)).toBeNull()
})

it.each(['5600', '5600011', 'SW1A 1AA'])('wonders about the pincode %j', (value) => {
  expect(pincodeHint(value)).toBe(PINCODE_HINT)
})

it.each(['9876543210', '98765 43210', '+91 98765-43210', '09876543210', ''])(
  'has nothing to say of the phone %j',
  (value) => {
    expect(phoneHint(value)).toBeNull()
  },
)

it.each(['98765', '987654321012'])('wonders about the phone %j', (value) => {
  expect(phoneHint(value)).toBe(PHONE_HINT)
})

it('wonders about a UPI ID without a bank', () => {
  expect(upiHint('asha')).toBe(UPI_HINT)
  expect(upiHint('asha@upi')).toBeNull()
})
