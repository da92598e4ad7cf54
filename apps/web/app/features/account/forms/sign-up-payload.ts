import { toE164 } from '@nashta/contracts/account/phone'
import type { SignUpForm } from './sign-up.ts'

export type SignUpPayload = Omit<SignUpForm, 'confirmPassword' | 'termsAccepted'>

/** Named as the identity provider names them. */
export type SignUpAttributes = Record<
  'email' | 'given_name' | 'family_name' | 'birthdate' | 'gender' | 'phone_number' | 'name',
  string
>

export function signUpPayloadOf(form: SignUpForm): SignUpPayload {
  const { confirmPassword: _confirm, termsAccepted: _terms, ...payload } = form
  return { ...payload, phoneNumber: toE164(payload.phoneNumber) }
}

export function signUpAttributesOf(payload: SignUpPayload): SignUpAttributes {
  return {
    email: payload.email,
    given_name: payload.firstName,
    family_name: payload.lastName,
    birthdate: payload.birthdate,
    gender: payload.gender,
    phone_number: payload.phoneNumber,
    name: `${payload.firstName} ${payload.lastName}`,
  }
}
