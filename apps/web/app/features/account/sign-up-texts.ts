export const SIGN_UP_FALLBACK = 'Failed to create account. Please try again.'
export const GOOGLE_SIGN_UP_FALLBACK = 'Google sign-in is not available yet.'
export const CONFIRM_EMAIL_FALLBACK = 'Failed to confirm email'
export const WELCOME = 'Welcome! Your account has been created and you are now signed in.'
