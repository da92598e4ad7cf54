export const TELL_ME = 'Tell me when it is back'
export const STOCK_ALERT_ASKED = 'We will write to you once, as soon as it is back.'
/** The text is the same for every address, so that it reveals nothing about anybody. */
export const STOCK_ALERT_CHECK_MAIL =
  'Thank you! Please check your mail and confirm that we may write to you.'
export const STOCK_ALERT_CONFIRMED = 'Done. We will write to you once, as soon as it is back.'
export const STOCK_ALERT_STOPPED = 'Done. We will not write to you about it.'
export const STOCK_ALERT_INCOMPLETE = 'We need your e-mail address. Please go back and try again.'

/** How many products one person may wait for. */
export const STOCK_ALERTS_MAX = 50
export const STOCK_ALERTS_LIMITED = `You are already waiting for ${STOCK_ALERTS_MAX} snacks. Please remove one first.`
export const NOT_SOLD_OUT = 'It is back already: you can order it now.'
export const EMAIL_NOT_CONFIRMED = 'Please confirm your e-mail address in your profile first.'

/** After this many days, the shop deletes that a person waits. */
export const STOCK_ALERT_DAYS = 180
