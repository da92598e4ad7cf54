import * as z from 'zod/mini'
import { emailField, newPasswordField } from './account-fields.ts'
import { isBirthDate } from './birth-date.ts'
import { GENDERS, PERSON_NAME_MAX_LENGTH } from './constants.ts'
import { isPhone } from './phone.ts'
import {
  BIRTH_DATE_INVALID,
  BIRTH_DATE_REQUIRED,
  FIRST_NAME_REQUIRED,
  GENDER_REQUIRED,
  LAST_NAME_REQUIRED,
  NAME_TOO_LONG,
  PASSWORDS_DO_NOT_MATCH,
  PHONE_INVALID,
  PHONE_REQUIRED,
  TERMS_REQUIRED,
} from './texts/account-fields.ts'

/** The clock decides which birth dates are still to come. */
export function createSignUpForm(now: () => Date) {
  const fields = z.object({
    firstName: required(FIRST_NAME_REQUIRED).check(z.maxLength(PERSON_NAME_MAX_LENGTH, NAME_TOO_LONG)),
    lastName: required(LAST_NAME_REQUIRED).check(z.maxLength(PERSON_NAME_MAX_LENGTH, NAME_TOO_LONG)),
    email: emailField,
    password: newPasswordField,
    confirmPassword: z.string(PASSWORDS_DO_NOT_MATCH),
    birthdate: required(BIRTH_DATE_REQUIRED).check(
      z.refine((text) => isBirthDate(text, now()), BIRTH_DATE_INVALID),
    ),
    gender: z.enum(GENDERS, GENDER_REQUIRED),
    phoneNumber: required(PHONE_REQUIRED).check(z.refine(isPhone, PHONE_INVALID)),
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

function required(error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error))
}
