export const NOT_PROVIDED = 'Not provided'
export const ACCOUNT_ACTIVE = 'Active'

export const WELCOME = 'Welcome! Your account has been created and you are now signed in.'
export const CONFIRM_BY_SIGNING_IN = 'Please sign in to enter the code we mailed you.'
export const EMAIL_CONFIRMED = 'Your email is confirmed. Please sign in.'
export const PASSWORD_WAS_RESET = 'Your password has been changed. Please sign in with the new one.'
export const EMAIL_CHANGE_UNDONE =
  'Your account belongs to this email again. The old password no longer works: please choose a new one.'
export const PROFILE_UPDATED = 'Your profile has been updated.'
export const PASSWORD_CHANGED = 'Your password has been changed. You are signed out on all other devices.'

export const GOOGLE_SIGN_IN_NOT_IMPLEMENTED =
  'Google sign-in not implemented yet. Please use email/password authentication.'

// These are shown when the user pool sent no message.
export const SIGN_IN_FAILED = 'Failed to sign in. Please check your credentials.'
export const SIGN_UP_FAILED = 'Failed to create account. Please try again.'
export const CONFIRM_EMAIL_FAILED = 'Failed to confirm email'
export const LOAD_PROFILE_FAILED = 'Failed to load profile'
export const UPDATE_PROFILE_FAILED = 'Failed to update profile. Please try again.'
export const CHANGE_PASSWORD_FAILED = 'Failed to change password. Please try again.'
export const SEND_CODE_FAILED = 'Failed to send a code. Please try again.'
export const RESET_PASSWORD_FAILED = 'Failed to reset password. Please try again.'
export const UNDO_EMAIL_CHANGE_FAILED = 'Failed to put your email back. Please try again.'
export const RESEND_CODE_FAILED = 'Failed to send a new code. Please try again.'

export function newCodeSent(email: string): string {
  return `A new code is on its way to ${email}.`
}

/** First and last name, or empty when neither is known. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}
