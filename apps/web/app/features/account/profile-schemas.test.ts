import { validateForm } from '@nashta/browser/form-validation'
import { expect, it } from 'vitest'
import { changePasswordSchema, profileSchema } from './profile-schemas.ts'

it('the profile form has the rules of the sign-up form', () => {
  expect(validateForm(profileSchema, { firstName: ' ', lastName: '', phoneNumber: '0123' })).toEqual({
    ok: false,
    errors: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      phoneNumber: 'Please enter a valid phone number (e.g., +1234567890)',
    },
  })
  const values = { firstName: 'Asha', lastName: 'Rao', phoneNumber: '98765 43210' }
  expect(validateForm(profileSchema, { ...values, firstName: ' Asha ' })).toEqual({ ok: true, values })
})

it('the password form requires the current password, and checks the length of the new one', () => {
  expect(validateForm(changePasswordSchema, { currentPassword: 'old', newPassword: 'new' })).toEqual({
    ok: false,
    errors: { newPassword: 'Password must be at least 8 characters' },
  })
  expect(validateForm(changePasswordSchema, { currentPassword: '', newPassword: 'marigold-tea' })).toEqual({
    ok: false,
    errors: { currentPassword: 'Password is required' },
  })
})
