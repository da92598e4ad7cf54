import * as contract from '@nashta/contracts/newsletter/newsletter'
import {
  NEWSLETTER_CHECK_MAIL,
  NEWSLETTER_CONFIRMED,
  NEWSLETTER_UNSUBSCRIBED,
} from '@nashta/contracts/newsletter/newsletter-texts'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { confirmNewsletter, type ConfirmNewsletterDeps } from './confirm-newsletter.ts'
import { isPrefetch } from './prefetch.ts'
import { subscribeNewsletter, type SubscribeNewsletterDeps } from './subscribe-newsletter.ts'
import { unsubscribeNewsletter, type UnsubscribeNewsletterDeps } from './unsubscribe-newsletter.ts'

export type NewsletterDeps = SubscribeNewsletterDeps & ConfirmNewsletterDeps & UnsubscribeNewsletterDeps

export function newsletterRoutes(deps: NewsletterDeps): Route[] {
  return [
    route(contract.subscribeNewsletter, async ({ body }) => {
      await subscribeNewsletter(deps, body)
      return { data: { message: NEWSLETTER_CHECK_MAIL } }
    }),
    route(contract.confirmNewsletter, async ({ query, request }) => {
      if (!isPrefetch(request)) await confirmNewsletter(deps, query.token)
      return { data: { message: NEWSLETTER_CONFIRMED } }
    }),
    route(contract.unsubscribeNewsletter, async ({ query, request }) => {
      if (!isPrefetch(request)) await unsubscribeNewsletter(deps, query.token)
      return { data: { message: NEWSLETTER_UNSUBSCRIBED } }
    }),
  ]
}
