import { toE164 } from '@nashta/contracts/account/phone'
import { expect, it } from 'vitest'
import { signUpAttributesOf, signUpPayloadOf } from './sign-up-payload.ts'
import { ashaSigningUp } from './sign-up.fixture.ts'

it.each([
  ['9876543210', '+919876543210'],
  ['98765 43210', '+919876543210'],
  ['098765 43210', '+919876543210'],
  ['+91 98765 43210', '+919876543210'],
  ['919876543210', '+919876543210'],
  ['1234567890', '+1234567890'],
  ['+1 234 567 890', '+1234567890'],
  ['5876543210', '+5876543210'],
])('dials %s as %s', (typed, dialled) => {
  expect(toE164(typed)).toBe(dialled)
})

it('sends what the provider wants and nothing that stays on the form', () => {
  const payload = signUpPayloadOf(ashaSigningUp)

  expect(payload).toEqual({
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.com',
    password: 'samosa-chai',
    birthdate: '1994-02-28',
    gender: 'female',
    phoneNumber: '+919876543210',
  })
  expect(signUpAttributesOf(payload)).toEqual({
    email: 'asha@example.com',
    given_name: 'Asha',
    family_name: 'Rao',
    birthdate: '1994-02-28',
    gender: 'female',
    phone_number: '+919876543210',
    name: 'Asha Rao',
  })
})
