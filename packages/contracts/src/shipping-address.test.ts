import { expect, it } from 'vitest'
import { validateForm } from './form-validation.ts'
import { homeAddress } from './shipping-address.fixture.ts'
import { shippingAddressSchema } from './shipping-address.ts'

const home = { ...homeAddress, addressLine2: '' }

it('takes any address that is filled in, trimmed', () => {
  const result = validateForm(shippingAddressSchema, {
    ...home,
    city: ' Bengaluru ',
    pincode: 'not six digits',
  })

  expect(result).toEqual({ ok: true, values: { ...home, pincode: 'not six digits' } })
})

it('does without a second line', () => {
  expect(validateForm(shippingAddressSchema, homeAddress)).toEqual({ ok: true, values: homeAddress })
})

it.each(['fullName', 'addressLine1', 'city', 'state', 'pincode', 'phoneNumber'])('needs %s', (field) => {
  for (const value of ['', '   ', undefined, null, 7]) {
    expect(validateForm(shippingAddressSchema, { ...home, [field]: value })).toEqual({
      ok: false,
      errors: { [field]: 'Please fill in all required shipping fields' },
    })
  }
})
