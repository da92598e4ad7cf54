import { validateForm } from '@nashta/browser/form-validation'
import { shippingAddressSchema } from '@nashta/contracts/orders/shipping-address'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it } from 'vitest'

/** The form sends an empty second line. `homeAddress` has no second line. */
const formValues = { ...homeAddress, addressLine2: '' }

it('an address may have a pincode of any format, and its values are trimmed', () => {
  const result = validateForm(shippingAddressSchema, {
    ...formValues,
    city: ' Bengaluru ',
    pincode: 'not six digits',
  })

  expect(result).toEqual({ ok: true, values: { ...formValues, pincode: 'not six digits' } })
})

it('an address needs no second line', () => {
  expect(validateForm(shippingAddressSchema, homeAddress)).toEqual({ ok: true, values: homeAddress })
})

it.each(['fullName', 'addressLine1', 'city', 'state', 'pincode', 'phoneNumber'])(
  'an address needs %s',
  (field) => {
    for (const value of ['', '   ', undefined, null, 7]) {
      expect(validateForm(shippingAddressSchema, { ...formValues, [field]: value })).toEqual({
        ok: false,
        errors: { [field]: 'Please fill in all required shipping fields' },
      })
    }
  },
)

it.each(['fullName', 'addressLine1', 'addressLine2', 'city', 'state', 'pincode', 'phoneNumber'])(
  'the field %s of an address takes no web address',
  (field) => {
    for (const link of ['Pay at https://evil.example', 'WWW.evil.example', 'see ftp：//evil.example'])
      expect(validateForm(shippingAddressSchema, { ...formValues, [field]: link })).toEqual({
        ok: false,
        errors: { [field]: 'Please leave out web addresses' },
      })
  },
)

it('the name, city, state, pincode and phone number of an address have at most 100 characters', () => {
  for (const field of ['fullName', 'city', 'state', 'pincode', 'phoneNumber']) {
    const values = { ...formValues, [field]: 'x'.repeat(101) }
    expect(validateForm(shippingAddressSchema, values)).toMatchObject({ ok: false })
  }
})
