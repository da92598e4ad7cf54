import { NEWSLETTER_LINK_INVALID } from '@nashta/contracts/newsletter/newsletter-texts'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { NewsletterStore } from './newsletter-store.ts'
import { hashToken } from './newsletter-token.ts'

export type UnsubscribeNewsletterDeps = { newsletter: NewsletterStore }

export async function unsubscribeNewsletter({ newsletter }: UnsubscribeNewsletterDeps, token: string) {
  const known = await newsletter.unsubscribe(hashToken(token))
  if (!known) throw new ServiceError('VALIDATION_FAILED', NEWSLETTER_LINK_INVALID)
}
