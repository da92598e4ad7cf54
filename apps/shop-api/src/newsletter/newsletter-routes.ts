import type { IncomingHttpHeaders } from 'node:http'
import * as contract from '@nashta/contracts/newsletter/newsletter'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import {
  confirmNewsletter,
  type NewsletterDeps,
  subscribeNewsletter,
  unsubscribeNewsletter,
} from './newsletter.ts'

/**
 * Browsers and mail programs mark a prefetch in one of these headers, e.g. `Sec-Purpose: prefetch`.
 */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

export function newsletterRoutes(deps: NewsletterDeps): Route[] {
  return [
    route(contract.subscribeNewsletter, async ({ body }) => {
      await subscribeNewsletter(deps, body)
      return { data: { message: contract.NEWSLETTER_CHECK_MAIL } }
    }),
    route(contract.subscribeByForm, async ({ request: { headers, body } }, addHeader) => {
      // A page of another site could subscribe its visitors.
      if (headers['sec-fetch-site'] === 'cross-site')
        throw new ServiceError('FORBIDDEN', 'This form is not of the shop')
      const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')
      const form = contract.newsletterSchema.safeParse(Object.fromEntries(fields))
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

/**
 * Whether a program prefetches or checks the link. Such a request changes nothing, because the
 * subscriber has not opened the link.
 */
function isPrefetch({ method, headers }: { method: string; headers: IncomingHttpHeaders }) {
  return (
    method === 'HEAD' || PURPOSE_HEADERS.some((name) => /prefetch|preview/i.test(String(headers[name] ?? '')))
  )
}
