import { expect, it } from 'vitest'
import { PHONE_HINT, PINCODE_HINT, UPI_HINT } from './checkout-texts.ts'
import { phoneHint, pincodeHint, upiHint } from './form-fields.tsx'

it.each(['560001', '560 001', ' 560001 ', ''])('the pincode %j gets no hint', (value) => {
  expect(pincodeHint(value)).toBeNull()
})

it.each(['5600', '5600011', 'SW1A 1AA'])('the pincode %j gets a hint', (value) => {
  expect(pincodeHint(value)).toBe(PINCODE_HINT)
})

it.each(['9876543210', '98765 43210', '+91 98765-43210', '09876543210', ''])(
  'the phone number %j gets no hint',
  (value) => {
    expect(phoneHint(value)).toBeNull()
  },
)

it.each(['98765', '987654321012'])('the phone number %j gets a hint', (value) => {
  expect(phoneHint(value)).toBe(PHONE_HINT)
})

it('a UPI ID without a bank gets a hint', () => {
  expect(upiHint('asha')).toBe(UPI_HINT)
  expect(upiHint('asha@upi')).toBeNull()
})
