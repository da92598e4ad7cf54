import { NEWSLETTER_MAIL_LIMIT } from '@nashta/contracts/api/rate-limits'
import * as contract from '@nashta/contracts/newsletter/newsletter'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import {
  confirmableSince,
  hashToken,
  linkInvalid,
  type MailedLinkDeps,
  mailLimit,
  newMailedLink,
} from './mailed-link.ts'
import type { NewsletterStore } from './newsletter-store.ts'

export type NewsletterDeps = MailedLinkDeps & { newsletter: NewsletterStore; now: () => Date }

/**
 * Does the same work for every address, so that neither the response nor its time tells whether the
 * address is subscribed.
 */
export async function subscribeNewsletter(deps: NewsletterDeps, form: contract.NewsletterInput) {
  const at = deps.now()
  const email = form.email.toLowerCase()
  const { tokenHash, pageUrl } = newMailedLink(deps)

  await deps.newsletter.subscribe({
    email,
    name: form.name,
    mail: mailEntry({
      deduplicationId: tokenHash,
      to: email,
      message: {
        kind: 'newsletter-confirm',
        data: {
          name: form.name,
          confirmUrl: pageUrl(contract.confirmNewsletter),
          unsubscribeUrl: pageUrl(contract.unsubscribeNewsletter),
        },
      },
    }),
    tokenHash,
    at,
    mailLimit: mailLimit(NEWSLETTER_MAIL_LIMIT, at),
    pruneBefore: confirmableSince(at),
  })
}

export function newsletterMailKey(tokenHash: string) {
  return mailKey('newsletter-confirm', tokenHash)
}

/** A link may be used to confirm more than once, until it expires. */
export async function confirmNewsletter({ newsletter, now }: NewsletterDeps, token: string) {
  const at = now()
  const confirmed = await newsletter.confirm(hashToken(token), { mailedAfter: confirmableSince(at), at })
  if (!confirmed) throw linkInvalid()
}

export async function unsubscribeNewsletter({ newsletter }: NewsletterDeps, token: string) {
  if (!(await newsletter.unsubscribe(hashToken(token)))) throw linkInvalid()
}
