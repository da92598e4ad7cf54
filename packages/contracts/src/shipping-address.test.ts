import { expect, it } from 'vitest'
import { validateForm } from './form-validation.ts'
import { shippingAddressSchema } from './shipping-address.ts'

const home = {
  fullName: 'Asha Rao',
  addressLine1: '12 MG Road',
  addressLine2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  phoneNumber: '98765 43210',
}

it('takes any address that is filled in, trimmed', () => {
  const result = validateForm(shippingAddressSchema, {
    ...home,
    city: ' Bengaluru ',
    pincode: 'not six digits',
  })

  expect(result).toEqual({ ok: true, values: { ...home, pincode: 'not six digits' } })
})

it('does without a second line', () => {
  const { addressLine2: _line, ...short } = home

  expect(validateForm(shippingAddressSchema, short)).toEqual({ ok: true, values: short })
})

it.each(['fullName', 'addressLine1', 'city', 'state', 'pincode', 'phoneNumber'])('needs %s', (field) => {
  for (const value of ['', '   ', undefined, null, 7]) {
    expect(validateForm(shippingAddressSchema, { ...home, [field]: value })).toEqual({
      ok: false,
      errors: { [field]: 'Please fill in all required shipping fields' },
    })
  }
})
