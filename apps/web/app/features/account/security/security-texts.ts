// Only the profile page needs these texts. In account-texts.ts every account page would load them.

export const SECOND_FACTOR_ON = 'Two-step sign-in is on. You are signed out on all other devices.'
export const SECOND_FACTOR_OFF = 'Two-step sign-in is off.'
export const EMAIL_CHANGED = 'Your email address has been changed.'
export const ACCOUNT_DELETED = 'Your account has been deleted.'

// These are shown when the user pool or the store sent no message.
export const SECOND_FACTOR_FAILED = 'Failed to change two-step sign-in. Please try again.'
export const CHANGE_EMAIL_FAILED = 'Failed to change your email address. Please try again.'
export const LOAD_DEVICES_FAILED = 'Failed to load your devices'
export const END_SESSION_FAILED = 'Failed to sign out that device. Please try again.'
export const DOWNLOAD_FAILED = 'Failed to collect your data. Please try again.'
export const DELETE_ACCOUNT_FAILED = 'Failed to delete your account. Please try again.'
