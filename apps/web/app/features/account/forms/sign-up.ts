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
import { isBirthDate } from '@nashta/contracts/account/birth-date'
import { GENDERS } from '@nashta/contracts/constants'
import * as z from 'zod/mini'

/** The clock decides which birth dates are still to come. */
export function createSignUpForm(now: () => Date) {
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
    z.refine((form) => form.password === form.confirmPassword, {
      error: PASSWORDS_DO_NOT_MATCH,
      path: ['confirmPassword'],
      // Unless told otherwise, a rule over several fields waits until every field is right by itself.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )
}

export type SignUpForm = z.output<ReturnType<typeof createSignUpForm>>
