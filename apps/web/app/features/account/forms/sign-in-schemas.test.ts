import { validateForm } from '@nashta/browser/form-validation'
import { expect, it } from 'vitest'
import {
  confirmEmailSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  signInSchema,
} from './sign-in-schemas.ts'

it('the sign-in form accepts any password, because older rules may have allowed it', () => {
  expect(validateForm(signInSchema, { email: ' asha@example.com ', password: ' a b ' })).toEqual({
    ok: true,
    values: { email: 'asha@example.com', password: ' a b ', rememberMe: false },
  })
})

it('the sign-in form requires e-mail and password', () => {
  expect(validateForm(signInSchema, { email: ' ', password: '' })).toEqual({
    ok: false,
    errors: { email: 'Email is required', password: 'Password is required' },
  })
})

it.each([undefined, '', '   ', '1234567'])('the confirmation form refuses the code %j', (code) => {
  expect(validateForm(confirmEmailSchema, { code })).toEqual({
    ok: false,
    errors: { code: 'Please enter the confirmation code' },
  })
})

it('the confirmation form accepts a code with spaces around it', () => {
  expect(validateForm(confirmEmailSchema, { code: ' 012345 ' })).toEqual({
    ok: true,
    values: { code: '012345' },
  })
})

it('the forgot-password form checks the e-mail, and the reset form checks the new password', () => {
  expect(validateForm(forgotPasswordSchema, { email: 'asha' })).toEqual({
    ok: false,
    errors: { email: 'Email is invalid' },
  })
  expect(validateForm(resetPasswordSchema, { code: '012345', newPassword: 'short' })).toEqual({
    ok: false,
    errors: { newPassword: 'Password must be at least 8 characters' },
  })
})

it('a code that was pasted with a space in its middle is six digits', () => {
  expect(validateForm(confirmEmailSchema, { code: '158 792' })).toEqual({
    ok: true,
    values: { code: '158792' },
  })
})
