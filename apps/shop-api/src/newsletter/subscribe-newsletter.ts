import {
  confirmNewsletter,
  type NewsletterForm,
  unsubscribeNewsletter,
} from '@nashta/contracts/newsletter/newsletter'
import { mailEntry } from '@nashta/mail/mail-topic'
import { confirmableSince, mailLimit } from './newsletter-rules.ts'
import type { NewsletterStore } from './newsletter-store.ts'
import { hashToken, newToken, type RandomBytes } from './newsletter-token.ts'

export type SubscribeNewsletterDeps = {
  newsletter: NewsletterStore
  /** Where people reach the store, for the links in the mail. */
  publicUrl: string
  now: () => Date
  randomBytes: RandomBytes
}

/** Does the same work for every address, known or not. */
export async function subscribeNewsletter(
  { newsletter, publicUrl, now, randomBytes }: SubscribeNewsletterDeps,
  form: NewsletterForm,
) {
  const at = now()
  const email = form.email.toLowerCase()
  const token = newToken(randomBytes)
  const tokenHash = hashToken(token)
  // The storefront has a page for each call, which makes it once somebody presses its button.
  const link = (path: string) => new URL(`${path}?token=${token}`, publicUrl).href

  await newsletter.subscribe({
    email,
    name: form.name,
    mail: mailEntry({
      about: tokenHash,
      to: email,
      message: {
        kind: 'newsletter-confirm',
        data: {
          name: form.name,
          confirmUrl: link(confirmNewsletter.path),
          unsubscribeUrl: link(unsubscribeNewsletter.path),
        },
      },
    }),
    tokenHash,
    at,
    mailLimit: mailLimit(at),
    forgetBefore: confirmableSince(at),
  })
}
