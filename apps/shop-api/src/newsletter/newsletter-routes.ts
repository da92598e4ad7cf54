import * as contract from '@nashta/contracts/newsletter/newsletter'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { isPrefetch, readPageForm } from './mailed-link.ts'
import {
  confirmNewsletter,
  type NewsletterDeps,
  subscribeNewsletter,
  unsubscribeNewsletter,
} from './newsletter.ts'

export function newsletterRoutes(deps: NewsletterDeps): Route[] {
  return [
    route(contract.subscribeNewsletter, async ({ body }) => {
      await subscribeNewsletter(deps, body)
      return { data: { message: contract.NEWSLETTER_CHECK_MAIL } }
    }),
    route(contract.subscribeByForm, async ({ request }, addHeader) => {
      const form = contract.newsletterSchema.safeParse(readPageForm(request))
      if (form.success) await subscribeNewsletter(deps, form.data)
      addHeader('location', contract.NEWSLETTER_FORM_PAGES[form.success ? 'sent' : 'incomplete'])
      const message = form.success ? contract.NEWSLETTER_CHECK_MAIL : contract.NEWSLETTER_INCOMPLETE
      return { data: { message } }
    }),
    route(contract.confirmNewsletter, async ({ query, request }) => {
      if (!isPrefetch(request)) await confirmNewsletter(deps, query.token)
      return { data: { message: contract.NEWSLETTER_CONFIRMED } }
    }),
    route(contract.unsubscribeNewsletter, async ({ query, request }) => {
      if (!isPrefetch(request)) await unsubscribeNewsletter(deps, query.token)
      return { data: { message: contract.NEWSLETTER_UNSUBSCRIBED } }
    }),
  ]
}
