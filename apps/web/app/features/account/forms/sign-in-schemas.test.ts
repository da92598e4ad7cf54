import { validateForm } from '@nashta/browser/form-validation'
import { expect, it } from 'vitest'
import { confirmEmailForm, forgotPasswordForm, resetPasswordForm, signInForm } from './sign-in-schemas.ts'

it('signs in with any password, old rules may have allowed it', () => {
  expect(validateForm(signInForm, { email: ' asha@example.com ', password: ' a b ' })).toEqual({
    ok: true,
    values: { email: 'asha@example.com', password: ' a b ', rememberMe: false },
  })
})

it('asks for e-mail and password', () => {
  expect(validateForm(signInForm, { email: ' ', password: '' })).toEqual({
    ok: false,
    errors: { email: 'Email is required', password: 'Password is required' },
  })
})

it.each([undefined, '', '   ', '1234567'])('asks for the code when given %j', (code) => {
  expect(validateForm(confirmEmailForm, { code })).toEqual({
    ok: false,
    errors: { code: 'Please enter the confirmation code' },
  })
})

it('takes a code with spaces around it', () => {
  expect(validateForm(confirmEmailForm, { code: ' 012345 ' })).toEqual({
    ok: true,
    values: { code: '012345' },
  })
})

it('resets a password under the rules of a new one', () => {
  expect(validateForm(forgotPasswordForm, { email: 'asha' })).toEqual({
    ok: false,
    errors: { email: 'Email is invalid' },
  })
  expect(validateForm(resetPasswordForm, { code: '012345', newPassword: 'short' })).toEqual({
    ok: false,
    errors: { newPassword: 'Password must be at least 8 characters' },
  })
})
