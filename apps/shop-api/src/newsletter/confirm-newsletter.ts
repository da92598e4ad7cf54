import { NEWSLETTER_LINK_INVALID } from '@nashta/contracts/newsletter/newsletter-texts'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { confirmableSince } from './newsletter-rules.ts'
import type { NewsletterStore } from './newsletter-store.ts'
import { hashToken } from './newsletter-token.ts'

export type ConfirmNewsletterDeps = { newsletter: NewsletterStore; now: () => Date }

/** As often as the link is opened, within its time: the last link that a person opened is what they want. */
export async function confirmNewsletter({ newsletter, now }: ConfirmNewsletterDeps, token: string) {
  const at = now()
  const confirmed = await newsletter.confirm(hashToken(token), { mailedAfter: confirmableSince(at), at })
  if (!confirmed) throw new ServiceError('VALIDATION_FAILED', NEWSLETTER_LINK_INVALID)
}
