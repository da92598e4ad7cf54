export const NEWSLETTER_NAME_REQUIRED = 'Name is required'

/** The same for known and unknown addresses, so that it reveals nothing. */
export const NEWSLETTER_CHECK_MAIL = 'Thank you! Please check your mail to confirm your subscription.'
export const NEWSLETTER_CONFIRMED = 'You are subscribed to the newsletter.'
export const NEWSLETTER_UNSUBSCRIBED = 'You are unsubscribed. No more newsletters will come.'
export const NEWSLETTER_LINK_INVALID = 'This link does not work any more.'
