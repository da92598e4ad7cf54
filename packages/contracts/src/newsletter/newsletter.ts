import * as z from 'zod/mini'
import { NAME_TOO_LONG } from '../account/account-field-texts.ts'
import { emailField } from '../account/account-fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { PERSON_NAME_MAX_LENGTH } from '../constants.ts'
import { linkQuery, messageReply, pageForm } from './mailed-link.ts'

const NEWSLETTER_NAME_REQUIRED = 'Name is required'

/** The text is the same for subscribed and unknown addresses, so that it reveals no subscriber. */
export const NEWSLETTER_CHECK_MAIL = 'Thank you! Please check your mail to confirm your subscription.'
export const NEWSLETTER_INCOMPLETE =
  'We need your name and your e-mail address. Please go back and try again.'
export const NEWSLETTER_CONFIRMED = 'You are subscribed to the newsletter.'
export const NEWSLETTER_UNSUBSCRIBED = 'You are unsubscribed. No more newsletters will come.'

/** The newsletter form and its request body. */
export const newsletterSchema = z.object({
  name: z
    .string(NEWSLETTER_NAME_REQUIRED)
    .check(
      z.trim(),
      z.minLength(1, NEWSLETTER_NAME_REQUIRED),
      z.maxLength(PERSON_NAME_MAX_LENGTH, NAME_TOO_LONG),
    ),
  email: emailField,
})

export type NewsletterInput = z.output<typeof newsletterSchema>

export const subscribeNewsletter = {
  method: 'POST',
  path: '/newsletter',
  access: 'public',
  summary: 'Subscribe to the newsletter; a mail with a link to confirm follows',
  body: newsletterSchema,
  reply: messageReply,
  status: 200,
  rateLimit: { rule: 'newsletter' },
} as const satisfies Endpoint

/** The pages to which the form leads in a browser without JavaScript. */
export const NEWSLETTER_FORM_PAGES = {
  sent: '/newsletter/sent',
  incomplete: '/newsletter/incomplete',
} as const

export const subscribeByForm = {
  method: 'POST',
  path: '/newsletter/form',
  access: 'public',
  summary:
    'Subscribe by a form of a page without JavaScript; the reply leads to a page that says what happens',
  upload: pageForm,
  reply: messageReply,
  status: 303,
  rateLimit: { rule: 'newsletter' },
} as const satisfies Endpoint

export const confirmNewsletter = {
  method: 'GET',
  path: '/newsletter/confirm',
  access: 'public',
  summary: 'Confirm a subscription with the token from the link in the mail',
  query: linkQuery,
  reply: messageReply,
  status: 200,
} as const satisfies Endpoint

export const unsubscribeNewsletter = {
  method: 'GET',
  path: '/newsletter/unsubscribe',
  access: 'public',
  summary: 'End a subscription with the token from the link in a mail',
  query: linkQuery,
  reply: messageReply,
  status: 200,
} as const satisfies Endpoint
