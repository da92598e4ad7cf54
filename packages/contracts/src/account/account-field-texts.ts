import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../constants.ts'

export const FIRST_NAME_REQUIRED = 'First name is required'
export const LAST_NAME_REQUIRED = 'Last name is required'
export const NAME_TOO_LONG = 'Name is too long'

export const EMAIL_REQUIRED = 'Email is required'
export const EMAIL_INVALID = 'Email is invalid'

export const PASSWORD_REQUIRED = 'Password is required'
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters`
export const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX_LENGTH} characters`
export const PASSWORD_HAS_SPACES = 'Password must not contain spaces'
export const PASSWORDS_DO_NOT_MATCH = 'Passwords do not match'

export const BIRTH_DATE_REQUIRED = 'Birth date is required'
export const BIRTH_DATE_INVALID = 'Please enter a valid birth date'
export const GENDER_REQUIRED = 'Gender is required'

export const PHONE_REQUIRED = 'Phone number is required'
export const PHONE_INVALID = 'Please enter a valid phone number (e.g., +1234567890)'

export const TERMS_REQUIRED = 'Please accept the terms and the privacy policy'
export const CONFIRMATION_CODE_REQUIRED = 'Please enter the confirmation code'
