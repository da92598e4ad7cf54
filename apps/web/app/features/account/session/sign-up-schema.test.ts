import { validateForm } from '@nashta/browser/form-validation'
import { toE164 } from '@nashta/contracts/account/checks'
import { EMAIL_MAX_LENGTH } from '@nashta/contracts/constants'
import { expect, it } from 'vitest'
import { ashaSigningUp } from '../forms/sign-up.fixture.ts'
import { createSignUpSchema, signUpAttributesOf } from './sign-up-schema.ts'

// Today is 2026-11-15. Birth dates from 1906-11-15, 120 years ago, until today are valid.
const form = createSignUpSchema(() => new Date('2026-11-15T03:00:00.000Z'))

it('the sign-up form accepts valid values, and trims them', () => {
  const result = validateForm(form, { ...ashaSigningUp, firstName: '  Asha ', email: ' asha@example.com ' })

  expect(result).toEqual({ ok: true, values: ashaSigningUp })
})

it.each([
  ['firstName', '', 'First name is required'],
  ['firstName', '   ', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['lastName', '\t', 'Last name is required'],
  ['email', '', 'Email is required'],
  ['email', '  ', 'Email is required'],
  ['email', 'asha', 'Email is invalid'],
  ['email', 'asha@example', 'Email is invalid'],
  ['email', 'asha@@example.com', 'Email is invalid'],
  ['email', 'asha@example..com', 'Email is invalid'],
  ['email', 'as ha@example.com', 'Email is invalid'],
  ['email', 'a@x.com,b@y.com', 'Email is invalid'],
  ['email', 'a@x.com\r\nBcc:b@y.com', 'Email is invalid'],
  ['email', `${'a'.repeat(EMAIL_MAX_LENGTH)}@example.com`, 'Email is invalid'],
  ['password', '', 'Password is required'],
  ['password', 'seven77', 'Password must be at least 8 characters'],
  ['password', 'x'.repeat(257), 'Password must be at most 256 characters'],
  ['password', 'samosa chai', 'Password must not contain spaces'],
  ['confirmPassword', 'samosa-Chai', 'Passwords do not match'],
  ['birthdate', '', 'Birth date is required'],
  ['birthdate', '28/02/1994', 'Please enter a valid birth date'],
  ['birthdate', '1994-02-30', 'Please enter a valid birth date'],
  ['birthdate', '2023-02-29', 'Please enter a valid birth date'],
  ['birthdate', '1994-13-01', 'Please enter a valid birth date'],
  ['birthdate', '2026-11-16', 'Please enter a valid birth date'],
  ['birthdate', '1906-11-14', 'Please enter a valid birth date'],
  ['gender', '', 'Gender is required'],
  ['gender', 'unknown', 'Gender is required'],
  ['phoneNumber', '', 'Phone number is required'],
  ['phoneNumber', '   ', 'Phone number is required'],
  ['phoneNumber', '0987654321', 'Please enter a valid phone number (e.g., +1234567890)'],
  ['phoneNumber', '+', 'Please enter a valid phone number (e.g., +1234567890)'],
  ['phoneNumber', '5', 'Please enter a valid phone number (e.g., +1234567890)'],
  ['phoneNumber', '1234567890123456', 'Please enter a valid phone number (e.g., +1234567890)'],
  ['phoneNumber', '98765-43210', 'Please enter a valid phone number (e.g., +1234567890)'],
  ['termsAccepted', false, 'Please accept the terms and the privacy policy'],
])('the sign-up form refuses %s %j: %s', (field, value, text) => {
  const values = { ...ashaSigningUp, [field]: value }
  // The passwords match, so that only the password itself is invalid.
  if (field === 'password') values.confirmPassword = String(value)

  expect(validateForm(form, values)).toEqual({ ok: false, errors: { [field]: text } })
})

it.each(['2026-11-15', '1906-11-15', '2024-02-29'])(
  'the sign-up form accepts the birth date %s',
  (birthdate) => {
    expect(validateForm(form, { ...ashaSigningUp, birthdate }).ok).toBe(true)
  },
)

it.each(['12', '+12', '9876543210', '123456789012345', '+44 20 7946 0958'])(
  'the sign-up form accepts the phone number %s',
  (phoneNumber) => {
    expect(validateForm(form, { ...ashaSigningUp, phoneNumber }).ok).toBe(true)
  },
)

it('the sign-up form reads the clock at each validation', () => {
  let now = new Date('2020-01-01T00:00:00.000Z')
  const clockedForm = createSignUpSchema(() => now)
  expect(validateForm(clockedForm, { ...ashaSigningUp, birthdate: '2021-05-05' }).ok).toBe(false)

  now = new Date('2022-01-01T00:00:00.000Z')

  expect(validateForm(clockedForm, { ...ashaSigningUp, birthdate: '2021-05-05' }).ok).toBe(true)
})

it('the sign-up form reports every invalid field at once, mismatched passwords included', () => {
  const blank = {
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    confirmPassword: 'x',
    birthdate: '',
    gender: '',
    phoneNumber: '',
    termsAccepted: false,
  }

  expect(validateForm(form, blank)).toEqual({
    ok: false,
    errors: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirmPassword: 'Passwords do not match',
      birthdate: 'Birth date is required',
      gender: 'Gender is required',
      phoneNumber: 'Phone number is required',
      termsAccepted: 'Please accept the terms and the privacy policy',
    },
  })
})

it.each([null, undefined, 'form', 7, []])('the sign-up form refuses %j without throwing', (values) => {
  expect(validateForm(form, values).ok).toBe(false)
})

// A check that takes quadratic time would exceed the timeout of these tests.
it.each([
  ['a host without a last label', `a@${'a.'.repeat(50_000)}`],
  ['dots only', `a@${'.'.repeat(100_000)}`],
  ['at signs only', '@'.repeat(100_000)],
  ['a long text without @', 'a'.repeat(100_000)],
  ['a long host with a bad end', `a@${'a.'.repeat(50_000)}@`],
])('the e-mail check stays fast for %s', (_case, email) => {
  expect(validateForm(form, { ...ashaSigningUp, email })).toEqual({
    ok: false,
    errors: { email: 'Email is invalid' },
  })
})

it.each([
  ['spaces', ' '.repeat(100_000)],
  ['digits', '1'.repeat(100_000)],
  ['digits and spaces', '1 '.repeat(50_000)],
])('the phone check stays fast for %s', (_case, phoneNumber) => {
  expect(validateForm(form, { ...ashaSigningUp, phoneNumber }).ok).toBe(false)
})

it.each([
  ['9876543210', '+919876543210'],
  ['98765 43210', '+919876543210'],
  ['+91 98765 43210', '+919876543210'],
  ['919876543210', '+919876543210'],
  // Other numbers are not Indian mobile numbers. They are assumed to start with a country code.
  ['1234567890', '+1234567890'],
  ['+1 234 567 890', '+1234567890'],
  ['5876543210', '+5876543210'],
])('toE164 formats the phone number %s as %s', (typed, formatted) => {
  expect(toE164(typed)).toBe(formatted)
})

it('signUpAttributesOf leaves out the password and the accepted terms', () => {
  expect(signUpAttributesOf(ashaSigningUp)).toEqual({
    email: 'asha@example.com',
    given_name: 'Asha',
    family_name: 'Rao',
    birthdate: '1994-02-28',
    gender: 'female',
    phone_number: '+919876543210',
    name: 'Asha Rao',
  })
})
