import { wrapOnce } from '@nashta/contracts/api/shop-error'

export const NO_AUTHENTICATION_RESULT = 'Authentication failed - no result returned'
export const MISSING_TOKENS = 'Authentication failed - missing tokens'

export const SIGN_IN_FALLBACK = 'Failed to sign in. Please check your credentials.'
export const GOOGLE_SIGN_IN_FALLBACK = 'Failed to sign in with Google.'
export const GOOGLE_SIGN_IN_NOT_IMPLEMENTED =
  'Google sign-in not implemented yet. Please use email/password authentication.'

export function signInFailed(message: string): string {
  return wrapOnce('Sign in failed: ', message)
}

export function signUpFailed(message: string): string {
  return wrapOnce('Sign up failed: ', message)
}

export function confirmSignUpFailed(message: string): string {
  return wrapOnce('Confirm sign up failed: ', message)
}

export function signOutFailed(message: string): string {
  return wrapOnce('Sign out failed: ', message)
}

export function forgotPasswordFailed(message: string): string {
  return wrapOnce('Forgot password failed: ', message)
}

export function confirmForgotPasswordFailed(message: string): string {
  return wrapOnce('Confirm forgot password failed: ', message)
}
