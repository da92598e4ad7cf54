import * as z from 'zod/mini'
import {
  CONFIRMATION_CODE_LENGTH,
  EMAIL_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from './constants.ts'
import { isEmail } from './email.ts'
import {
  CONFIRMATION_CODE_REQUIRED,
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  PASSWORD_HAS_SPACES,
  PASSWORD_REQUIRED,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
} from './texts/account-fields.ts'

export const emailField = z
  .string(EMAIL_REQUIRED)
  .check(
    z.trim(),
    z.minLength(1, EMAIL_REQUIRED),
    z.maxLength(EMAIL_MAX_LENGTH, EMAIL_INVALID),
    z.refine(isEmail, EMAIL_INVALID),
  )

/** A password being chosen. One being typed to sign in is only required: old rules may have let it in. */
export const newPasswordField = z
  .string(PASSWORD_REQUIRED)
  .check(
    z.minLength(1, PASSWORD_REQUIRED),
    z.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT),
    z.maxLength(PASSWORD_MAX_LENGTH, PASSWORD_TOO_LONG),
    z.regex(/^\S*$/, PASSWORD_HAS_SPACES),
  )

export const confirmationCodeField = z
  .string(CONFIRMATION_CODE_REQUIRED)
  .check(
    z.trim(),
    z.minLength(1, CONFIRMATION_CODE_REQUIRED),
    z.maxLength(CONFIRMATION_CODE_LENGTH, CONFIRMATION_CODE_REQUIRED),
  )
