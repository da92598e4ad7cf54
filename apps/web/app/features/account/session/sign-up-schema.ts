import {
  BIRTH_DATE_INVALID,
  BIRTH_DATE_REQUIRED,
  GENDER_REQUIRED,
  PASSWORDS_DO_NOT_MATCH,
  TERMS_REQUIRED,
} from '@nashta/contracts/account/account-field-texts'
import {
  emailField,
  firstNameField,
  lastNameField,
  newPasswordField,
  phoneField,
  requiredText,
} from '@nashta/contracts/account/account-fields'
import { isBirthDate, toE164 } from '@nashta/contracts/account/checks'
import { GENDERS } from '@nashta/contracts/constants'
import * as z from 'zod/mini'

/** `now` decides which birth dates lie in the future. */
export function createSignUpSchema(now: () => Date) {
  const fields = z.object({
    firstName: firstNameField,
    lastName: lastNameField,
    email: emailField,
    password: newPasswordField,
    confirmPassword: z.string(PASSWORDS_DO_NOT_MATCH),
    birthdate: requiredText(BIRTH_DATE_REQUIRED).check(
      z.refine((text) => isBirthDate(text, now()), BIRTH_DATE_INVALID),
    ),
    gender: z.enum(GENDERS, GENDER_REQUIRED),
    phoneNumber: phoneField,
    termsAccepted: z.literal(true, TERMS_REQUIRED),
  })

  return fields.check(
    z.refine((values) => values.password === values.confirmPassword, {
      error: PASSWORDS_DO_NOT_MATCH,
      path: ['confirmPassword'],
      // Shoppers should see all errors at once. Without `when`, zod skips this rule while a field
      // is invalid.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )
}

export type SignUpValues = z.output<ReturnType<typeof createSignUpSchema>>

type PersonalValues = Omit<SignUpValues, 'password' | 'confirmPassword' | 'termsAccepted'>

/** The user's attributes, with the names that Amazon Cognito gives them. */
export type SignUpAttributes = Record<
  'email' | 'given_name' | 'family_name' | 'birthdate' | 'gender' | 'phone_number' | 'name',
  string
>

export function signUpAttributesOf(values: PersonalValues): SignUpAttributes {
  const { email, firstName, lastName, birthdate, gender, phoneNumber } = values
  return {
    email,
    given_name: firstName,
    family_name: lastName,
    birthdate,
    gender,
    phone_number: toE164(phoneNumber),
    name: `${firstName} ${lastName}`,
  }
}
