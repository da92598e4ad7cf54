import * as z from 'zod/mini'
import {
  CONFIRMATION_CODE_LENGTH,
  EMAIL_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PERSON_NAME_MAX_LENGTH,
} from '../constants.ts'
import {
  CONFIRMATION_CODE_REQUIRED,
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  LAST_NAME_REQUIRED,
  NAME_TOO_LONG,
  PASSWORD_HAS_SPACES,
  PASSWORD_REQUIRED,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  PHONE_INVALID,
  PHONE_REQUIRED,
} from './account-field-texts.ts'
import { isEmail, isPhone } from './checks.ts'

export const firstNameField = personName(FIRST_NAME_REQUIRED)
export const lastNameField = personName(LAST_NAME_REQUIRED)

export const emailField = z
  .string(EMAIL_REQUIRED)
  .check(
    z.trim(),
    z.minLength(1, EMAIL_REQUIRED),
    z.maxLength(EMAIL_MAX_LENGTH, EMAIL_INVALID),
    z.refine(isEmail, EMAIL_INVALID),
  )

export const phoneField = requiredText(PHONE_REQUIRED).check(z.refine(isPhone, PHONE_INVALID))

/** The password of an existing account. Only its presence is checked, because it may follow older rules. */
export const passwordField = z.string(PASSWORD_REQUIRED).check(z.minLength(1, PASSWORD_REQUIRED))

export const newPasswordField = z
  .string(PASSWORD_REQUIRED)
  .check(
    z.minLength(1, PASSWORD_REQUIRED),
    z.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT),
    z.maxLength(PASSWORD_MAX_LENGTH, PASSWORD_TOO_LONG),
    z.regex(/^\S*$/, PASSWORD_HAS_SPACES),
  )

export const confirmationCodeField = z.string(CONFIRMATION_CODE_REQUIRED).check(
  // Mails and apps show a code as “158 792”, and it is pasted like that.
  z.overwrite((code) => code.replace(/\s/g, '')),
  z.minLength(1, CONFIRMATION_CODE_REQUIRED),
  z.maxLength(CONFIRMATION_CODE_LENGTH, CONFIRMATION_CODE_REQUIRED),
)

export function requiredText(error: string) {
  return z.string(error).check(z.trim(), z.minLength(1, error))
}

function personName(required: string) {
  return requiredText(required).check(z.maxLength(PERSON_NAME_MAX_LENGTH, NAME_TOO_LONG))
}
